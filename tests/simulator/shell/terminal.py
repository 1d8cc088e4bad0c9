"""A terminal on a phone, for tests."""

from __future__ import annotations

from dataclasses import dataclass

from android_gym.simulator.phone import Phone

FOLDER = "/data/local/tmp/t"


@dataclass
class Terminal:
    """Runs commands in an empty folder of the phone."""

    phone: Phone

    def __call__(self, command: str, stdin: bytes = b"") -> str:
        """Output of a command, stderr after stdout; it has to succeed."""
        output, code = self.run(command, stdin)
        assert code == 0, (command, output)
        return output

    def run(self, command: str, stdin: bytes = b"") -> tuple[str, int]:
        """Output in the order written, and the exit code."""
        result = self.phone.shell(f"cd {FOLDER}\n{command}", stdin)
        return result.output.decode("utf-8", "surrogateescape"), result.exit_code

    def fails(self, command: str, stdin: bytes = b"") -> tuple[str, int]:
        """Return what a command says on stderr, and its exit code, which is not 0."""
        result = self.phone.shell(f"cd {FOLDER}\n{command}", stdin)
        assert result.exit_code != 0, (command, result)
        assert result.stdout == b"", result
        return result.stderr.decode(), result.exit_code
