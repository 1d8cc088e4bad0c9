"""adbd's services, without sockets."""

from __future__ import annotations

import struct

import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.wire.adbd import FEATURES, Adbd
from android_gym.simulator.wire.programs import Programs


class Client:
    """A host, as far as the tests need one: it acknowledges everything at once."""

    def __init__(self, adbd):
        self.host = adbd.connect(self.collect)
        self.said = {}
        self.closed = set()
        self.opened = {}
        self.names = {}
        self.number = 0
        self.send(b"CNXN", 0x01000001, 1 << 20, b"host::test")

    def send(self, command, arg0, arg1, data=b""):
        number = int.from_bytes(command, "little")
        header = struct.pack(
            "<6I", number, arg0, arg1, len(data), sum(data) & 0xFFFFFFFF, number ^ 0xFFFFFFFF
        )
        self.host.receive(header + data)

    def collect(self):
        for command, arg0, arg1, data in frames(b"".join(self.host.output())):
            if command == b"OKAY":
                self.names[arg1] = arg0
            elif command == b"WRTE":
                self.said[arg1] = self.said.get(arg1, b"") + data
                self.send(b"OKAY", arg1, arg0)
            elif command == b"CLSE":
                self.closed.add(arg1)
            elif command == b"OPEN":
                self.opened[arg0] = data.rstrip(b"\0").decode()

    def ask(self, service):
        self.number += 1
        self.send(b"OPEN", self.number, 0, service.encode() + b"\0")
        self.collect()
        return self.number

    def answer(self, service):
        number = self.ask(service)
        assert number in self.closed
        return self.said.get(number, b"")

    def write(self, number, data):
        self.send(b"WRTE", number, self.names[number], data)
        self.collect()


def frames(data):
    while data:
        number, arg0, arg1, length, _, _ = struct.unpack_from("<6I", data)
        yield number.to_bytes(4, "little"), arg0, arg1, data[24 : 24 + length]
        data = data[24 + length :]


@pytest.fixture
def adbd():
    phone = Phone()
    adbd = Adbd(phone, Programs(phone.system.clock))
    adbd.calls = []
    adbd.restart = adbd.calls.append
    return adbd


@pytest.fixture
def client(adbd):
    return Client(adbd)


def test_banner(adbd):
    assert adbd.banner() == (
        "device::ro.product.name=sdk_gphone64_x86_64;ro.product.model=sdk_gphone64_x86_64;"
        f"ro.product.device=emu64xa;features={','.join(FEATURES)}"
    )


@pytest.mark.parametrize(
    "service", ["", "nonsense", "nonsense:x", "jdwp:1", "dev:/dev/null", "tcp:9008", "local:x"]
)
def test_what_there_is_not_is_refused(client, service):
    assert client.answer(service) == b""
    assert client.answer("exec:echo alive") == b"alive\n"


def test_root(adbd, client):
    assert client.answer("root:") == b"adbd is already running as root\n"
    assert client.answer("unroot:") == b"restarting adbd as non root\n"
    adbd.uid = 2000
    assert client.answer("unroot:") == b"adbd not running as root\n"
    assert client.answer("root:") == b"restarting adbd as root\n"
    assert client.answer("exec:whoami") == b"shell\n"
    assert client.answer("remount:").startswith(b"Not running as root")
    assert client.answer("reboot:") == b""
    assert client.answer("reboot:bootloader") == b""
    assert adbd.calls == ["unroot", "root", "reboot", "reboot bootloader"]


def test_no_root_in_production_builds(adbd):
    adbd.phone.system.properties.preset("ro.debuggable", "0")
    production = Adbd(adbd.phone, adbd.programs)
    production.restart = adbd.calls.append
    client = Client(production)
    assert client.answer("root:") == b"adbd cannot run as root in production builds\n"
    assert client.answer("exec:whoami; su 0 whoami 2>&1") == b"shell\nsu: not allowed\n"
    assert adbd.calls == []


def test_tcpip(adbd, client):
    def refuse(port):
        raise OSError(98, "Address already in use")

    assert client.answer("tcpip:x") == b"invalid port\n"
    assert client.answer("tcpip:5565") == b"restarting in TCP mode port: 5565\n"
    adbd.listen = refuse
    assert client.answer("tcpip:5565") == b"error: cannot listen on 5565: Address already in use\n"


def test_framebuffer(client):
    data = client.answer("framebuffer:")
    version, depth, _, size, width, height = struct.unpack_from("<6I", data)
    assert (version, depth, width, height) == (2, 32, 1080, 2400)
    assert len(data) == 56 + size == 56 + width * height * 4


def test_reverse(adbd, client):
    assert client.answer("reverse:forward:tcp:7000;tcp:6000") == b"OKAY"
    assert client.answer("reverse:list-forward") == b"0019host-1 tcp:7000 tcp:6000\n"
    assert adbd.reversed(7000) == 6000
    assert adbd.reversed(7001) == 0
    again = client.answer("reverse:forward:norebind:tcp:7000;tcp:6001")
    assert again == b"FAIL001dcannot rebind existing socket"
    assert client.answer("reverse:forward:tcp:7000;tcp:6001") == b"OKAY"
    assert client.answer("reverse:forward:tcp:0;tcp:6001") == b"OKAY000540000"
    assert client.answer("reverse:killforward:tcp:7000") == b"OKAY"
    missing = client.answer("reverse:killforward:tcp:7000")
    assert missing == b"FAIL001dlistener 'tcp:7000' not found"
    assert client.answer("reverse:killforward-all") == b"OKAY"
    assert client.answer("reverse:list-forward") == b"0000"
    for wrong in ("forward:tcp:1", "forward:nonsense;tcp:1", "nonsense"):
        assert client.answer(f"reverse:{wrong}").startswith(b"FAIL")


def test_forwarded_streams_end_together(adbd, client):
    other = Client(adbd)
    assert other.answer("reverse:forward:localabstract:x;tcp:6000") == b"OKAY"
    near = client.ask("localabstract:x")
    (far,) = other.opened
    assert other.opened[far] == "tcp:6000"
    other.send(b"OKAY", 99, far)
    client.write(near, b"hello")
    other.collect()
    assert other.said[99] == b"hello"
    other.send(b"CLSE", 99, far)
    client.collect()
    assert near in client.closed


def test_a_hosts_listeners_go_with_it(adbd, client):
    client.answer("reverse:forward:tcp:7000;tcp:6000")
    client.host.disconnected()
    assert adbd.listeners == {}
    assert adbd.hosts == []


def test_a_malformed_stream_leaves_the_others(client):
    sync = client.ask("sync:")
    shell = client.ask("exec:read x; echo $x")
    client.write(sync, b"WHAT\0\0\0\0")
    assert sync in client.closed
    assert client.said[sync].startswith(b"FAIL")
    client.write(shell, b"still here\n")
    assert client.said[shell] == b"still here\n"
