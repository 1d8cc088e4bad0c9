"use strict";
/* All text of a run goes through textContent: what a model wrote stays words. */
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const $ = (id) => document.getElementById(id);
const run = read("run");
const rows = run.rows;
const twice = run.names.length > 1;
const FIRST_ROWS = 500;
let shown = rows, limit = FIRST_ROWS, order = { column: -1, down: false };
let at = -1, open = null, step = 0, marks = true;

function el(tag, kind, text, children) {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  if (text !== undefined && text !== null) made.textContent = text;
  for (const child of children || []) if (child) made.append(child);
  return made;
}
function svg(tag, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  return made;
}
const percent = (part, all) => (all ? `${((100 * part) / all).toFixed(1)} %` : "–");
const outcome = (result) => (result.error ? "error" : result.success ? "success" : "failure");
function tag(result) {
  if (!result) return el("span", "tag", "not played");
  const words = { success: "success", failure: result.claimed ? "wrongly done" : "out of steps", error: "error" };
  return el("span", `tag ${outcome(result)}`, words[outcome(result)]);
}

/* --- the list --- */
const OUTCOMES = {
  "any outcome": () => true,
  success: (r) => r && outcome(r) === "success",
  failure: (r) => r && outcome(r) === "failure",
  "said done, was not": (r) => r && outcome(r) === "failure" && r.claimed,
  "out of steps": (r) => r && outcome(r) === "failure" && !r.claimed,
  error: (r) => r && outcome(r) === "error",
};
const CHANGES = {
  "changed outcome": (a, b) => a && b && outcome(a) !== outcome(b),
  "only the first succeeds": (a, b) => a && b && a.success && !b.success,
  "only the second succeeds": (a, b) => a && b && !a.success && b.success,
};
const ERRORS = {
  "any errors": () => true,
  "ended in an error": (r) => r.error,
  "refused actions": (r) => r.action_errors > 0,
  "unreadable replies": (r) => r.unread > 0,
  "without errors": (r) => !r.error && !r.action_errors,
};
function fill(select, names) {
  for (const name of names) select.append(new Option(name, name));
}
fill($("by-task"), ["all tasks", ...[...new Set(rows.map((row) => row.id))].sort()]);
fill($("by-outcome"), [...Object.keys(OUTCOMES), ...(twice ? Object.keys(CHANGES) : [])]);
fill($("by-error"), Object.keys(ERRORS));
fill($("by-difficulty"), ["all difficulties", ...["easy", "medium", "hard"].filter((d) => rows.some((r) => r.difficulty === d))]);

const COLUMNS = [
  ["task", "", (r) => r.id],
  ["goal", "wide", (r) => r.goal],
  ...run.names.map((name, i) => [twice ? name : "outcome", "", (r) => (r.results[i] ? outcome(r.results[i]) : "")]),
  ["steps", "n", (r) => r.results[0]?.steps ?? -1],
  ["demo", "n wide", (r) => r.results[0]?.demonstration_steps ?? -1],
  ["errors", "n wide", (r) => r.results[0]?.action_errors ?? -1],
  ["tokens", "n wide", (r) => r.results[0]?.tokens ?? -1],
  ["seconds", "n wide", (r) => r.results[0]?.seconds ?? -1],
];

function filter() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const [task, result, error, hard] = ["by-task", "by-outcome", "by-error", "by-difficulty"].map((id) => $(id).value);
  shown = rows.filter((row) => {
    const text = `${row.id} ${row.goal} ${row.results.map((r) => (r && r.error) || "").join(" ")}`.toLowerCase();
    const fits = CHANGES[result] ? CHANGES[result](row.results[0], row.results[1]) : row.results.some(OUTCOMES[result]);
    return fits && words.every((word) => text.includes(word)) && (task === "all tasks" || row.id === task) &&
      (hard === "all difficulties" || row.difficulty === hard) && row.results.some((r) => r && ERRORS[error](r));
  });
  if (order.column >= 0) {
    const key = COLUMNS[order.column][2];
    const sign = order.down ? -1 : 1;
    shown = [...shown].sort((a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : 0));
  }
  limit = FIRST_ROWS;
  at = -1;
  list();
}

function list() {
  const head = el("tr");
  COLUMNS.forEach(([name, kind], i) => {
    const cell = el("th", kind, name + (order.column === i ? (order.down ? " ▾" : " ▴") : ""));
    cell.addEventListener("click", () => { order = { column: i, down: order.column === i && !order.down }; filter(); });
    head.append(cell);
  });
  $("rows").tHead.replaceChildren(head);
  $("rows").tBodies[0].replaceChildren(...shown.slice(0, limit).map((row, i) => {
    const first = row.results.find(Boolean);
    const name = el("td", "task", row.id.replace(/-v\d+$/, ""));
    name.append(el("small", "", `seed ${row.seed}` + (row.repeat ? `, repeat ${row.repeat}` : "") + (row.rewording ? `, wording ${row.rewording}` : "") + (row.difficulty ? ` · ${row.difficulty}` : "")));
    const line = el("tr", i === at ? "at" : "", null, [
      name,
      el("td", "goal wide", row.goal),
      ...row.results.map((result) => el("td", "", null, [tag(result)])),
      el("td", "n", first.steps),
      el("td", "n wide", first.demonstration_steps ?? ""),
      el("td", "n wide", first.action_errors || ""),
      el("td", "n wide", first.tokens ? first.tokens.toLocaleString("en") : ""),
      el("td", "n wide", first.seconds.toFixed(1)),
    ]);
    line.addEventListener("click", () => go(rows.indexOf(row), 0));
    return line;
  }));
  $("more").hidden = shown.length <= limit;
  $("count").textContent = `${shown.length} of ${rows.length}`;
}

function cards() {
  run.names.forEach((name, i) => {
    const own = rows.map((row) => row.results[i]).filter(Boolean);
    const good = own.filter((r) => r.success).length;
    const card = el("div", "card", null, [
      el("b", "", percent(good, own.length)),
      el("span", "", `${twice ? name + ": " : ""}${good} of ${own.length} solved`),
      el("div", "bar", null, [el("i")]),
    ]);
    card.querySelector("i").style.width = own.length ? `${(100 * good) / own.length}%` : "0";
    $("cards").append(card);
    const more = [
      ["said done, was not", own.filter((r) => outcome(r) === "failure" && r.claimed).length],
      ["errors", own.filter((r) => r.error).length],
      ["steps a success", good ? (own.filter((r) => r.success).reduce((sum, r) => sum + r.steps, 0) / good).toFixed(1) : "–"],
    ];
    if (!twice) for (const [words, value] of more) $("cards").append(el("div", "card", null, [el("b", "", value), el("span", "", words)]));
  });
}

/* --- an episode --- */
const cache = new Map();
function trace(row, i) {
  const id = `e${rows.indexOf(row)}-${i}`;
  if (!cache.has(id)) cache.set(id, $(id) ? read(id) : null);
  return cache.get(id);
}
const sameAct = (a, b) => JSON.stringify(a?.events) === JSON.stringify(b?.events);

function shot(told, index) {
  const screen = told.screens[index];
  const [width, height] = screen.size;
  const box = el("div", "shot");
  if (screen.picture !== null) {
    const image = el("img");
    image.src = told.pictures[screen.picture];
    image.alt = `Screen before step ${index + 1}`;
    box.append(image);
  } else {
    const none = el("div", "none");
    none.style.setProperty("--ratio", `${width} / ${height}`);
    box.append(none);
  }
  const over = svg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none" });
  const unit = Math.min(width, height) / 36;
  if (marks) screen.elements.forEach((element, i) => {
    if (!element.box) return;
    const [left, top, right, bottom] = element.box;
    over.append(svg("rect", { class: "mark", "data-i": i, x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }));
    const wide = unit * (String(i).length > 2 ? 2.1 : 1.6);
    const x = left >= wide ? left - wide : left; // beside the element where there is room
    over.append(svg("rect", { class: "chip", x, y: top, width: wide, height: unit * 1.2, rx: unit / 4 }));
    over.append(svg("text", { class: "number", x: x + wide / 2, y: top + unit * 0.63, "font-size": unit }, i));
  });
  for (const path of told.steps[index]?.paths || []) {
    if (path.length === 1) over.append(svg("circle", { class: "touch", cx: path[0][0], cy: path[0][1], r: unit * 1.3 }));
    else {
      over.append(svg("circle", { class: "touch", cx: path[0][0], cy: path[0][1], r: unit * 0.8 }));
      over.append(svg("polyline", { class: "path", points: path.map((p) => p.join(",")).join(" ") }));
      const [x, y] = path[path.length - 1], [fromX, fromY] = path[path.length - 2];
      const turn = Math.atan2(y - fromY, x - fromX);
      const corner = (angle, size) => `${x + size * Math.cos(turn + angle)},${y + size * Math.sin(turn + angle)}`;
      over.append(svg("polygon", { class: "head", points: [corner(0, unit), corner(2.5, unit), corner(-2.5, unit)].join(" ") }));
    }
  }
  box.append(over);
  return box;
}

function section(title, ...children) {
  return el("section", "", null, [el("h4", "", title), ...children]);
}

function panel(told, index, box) {
  const made = el("div", "panel");
  const here = told.steps[index];
  if (here) {
    made.append(section(`Step ${index + 1} of ${told.steps.length}`, el("div", "act", here.words), here.error ? el("div", "err", here.error) : null));
    for (const asked of here.asked) {
      const facts = [
        asked.prompt_tokens || asked.reply_tokens ? `${asked.prompt_tokens} + ${asked.reply_tokens} tokens` : "",
        asked.seconds === undefined ? "" : `${asked.seconds} s`,
        asked.requests > 1 ? `${asked.requests} requests` : "",
        asked.cut ? "cut at its limit of tokens" : "",
        asked.prompt_sha256 ? `prompt ${asked.prompt_sha256.slice(0, 12)}` : "",
      ].filter(Boolean);
      const calls = (asked.calls || []).map((call) => `${call.name}(${call.arguments})`).join("\n");
      made.append(section("Model", el("pre", "", [asked.reply, calls].filter(Boolean).join("\n")), el("div", "facts", null, facts.map((fact) => el("span", "", fact)))));
    }
    if (here.more) made.append(section("Notes", el("pre", "", here.more)));
  } else {
    made.append(section("The end", el("div", "act", told.ending), told.failed ? el("pre", "err", told.failed) : null));
  }
  const screen = told.screens[index];
  const table = el("div", "elements", null, screen.elements.map((element, i) => {
    const line = el("div", "", null, [el("b", "", i)]);
    line.append(element.text);
    const on = (is) => () => box.querySelectorAll(`[data-i="${i}"]`).forEach((mark) => mark.classList.toggle("on", is));
    line.addEventListener("mouseenter", on(true));
    line.addEventListener("mouseleave", on(false));
    return line;
  }));
  const details = el("details", "", null, [el("summary", "", `${screen.elements.length} elements · ${screen.activity || "unknown app"} · ${(screen.time_ms / 1000).toFixed(1)} s`), table]);
  details.open = elementsOpen;
  details.addEventListener("toggle", () => { elementsOpen = details.open; });
  made.append(el("section", "", null, [details]));
  return made;
}
let elementsOpen = false;

function strip(told, other, index) {
  const made = el("div", "strip");
  told.screens.forEach((screen, i) => {
    const button = el("button", [i === index ? "at" : "", told.steps[i]?.error ? "bad" : "", other && !sameAct(told.steps[i], other.steps[i]) ? "differs" : ""].join(" ").trim());
    button.type = "button";
    button.title = told.steps[i]?.words || "The end";
    const picture = screen.picture;
    const image = el(picture === null ? "div" : "img", picture === null ? "none" : "");
    if (picture !== null) { image.src = told.pictures[picture]; image.alt = ""; image.loading = "lazy"; }
    button.append(image, el("span", "", i < told.steps.length ? i + 1 : "end"));
    button.addEventListener("click", () => go(open, i));
    made.append(button);
  });
  return made;
}

function episode() {
  const row = rows[open];
  const told = row.results.map((result, i) => (result ? trace(row, i) : null));
  const last = Math.max(0, ...told.map((one) => (one ? one.steps.length : 0)));
  step = Math.min(Math.max(0, step), last);
  const button = (text, title, act) => {
    const made = el("button", "", text);
    made.type = "button";
    made.title = title;
    made.addEventListener("click", act);
    return made;
  };
  const top = el("div", "top", null, [
    button("← All episodes", "Esc", () => go(null)),
    button("‹", "Previous episode (p)", () => neighbour(-1)),
    button("›", "Next episode (n)", () => neighbour(1)),
    el("h2", "", `${row.id}, seed ${row.seed}`),
    ...row.results.map(tag),
    button(marks ? "Hide marks" : "Show marks", "m", () => { marks = !marks; episode(); }),
    button("?", "Keys", () => $("help").showModal()),
  ]);
  const sides = el("div", "sides", null, row.results.map((result, i) => {
    if (!result) return el("section", "", `${run.names[i]} did not play this.`);
    const one = told[i];
    const side = el("div", "side");
    const tokens = result.tokens ? `, ${result.tokens.toLocaleString("en")} tokens` : "";
    const words = `${result.steps} steps${tokens}, ${result.seconds.toFixed(1)} s, score ${result.score}`;
    side.append(el("h3", "", twice ? `${run.names[i]}: ${words}` : words));
    if (result.error) side.append(el("div", "failed", result.error));
    if (!one) {
      side.append(el("p", "", "No trace was kept. Sweep with --pictures to see what happened."));
      return side;
    }
    const index = Math.min(step, one.steps.length);
    const box = shot(one, index);
    side.append(strip(one, told[1 - i] || null, index), box, panel(one, index, box));
    return side;
  }));
  $("episode").replaceChildren(top, el("div", "goalbox", row.goal || "(no goal: the episode failed before it began)"), sides);
  for (const strip of $("episode").querySelectorAll(".strip")) {
    const here = strip.querySelector(".at");
    if (here) strip.scrollLeft = here.offsetLeft - strip.clientWidth / 2;
  }
}

/* --- moving about --- */
function go(to, index) {
  location.hash = to === null ? "" : `e=${to}&s=${index || 0}`;
}
function neighbour(way) {
  const here = shown.indexOf(rows[open]);
  const next = shown[here + way];
  if (next) go(rows.indexOf(next), 0);
}
function route() {
  const found = /^#e=(\d+)&s=(\d+)$/.exec(location.hash);
  const changed = found && open !== Number(found[1]);
  open = found && rows[Number(found[1])] ? Number(found[1]) : null;
  step = found ? Number(found[2]) : 0;
  $("list").hidden = open !== null;
  $("episode").hidden = open === null;
  if (open === null) return list();
  if (changed) scrollTo(0, 0);
  at = shown.indexOf(rows[open]);
  return episode();
}
const KEYS = [
  ["↑ ↓, j k", "choose an episode"], ["Enter", "open it"], ["← →, h l", "step back or on"],
  ["n p", "next or previous episode"], ["m", "marks"], ["Esc", "back to the list"], ["/", "search"],
  ["t", "light or dark"], ["?", "this help"],
];
function choose(way) {
  at = Math.min(Math.max(0, at + way), Math.min(shown.length, limit) - 1);
  list();
  $("rows").tBodies[0].rows[at]?.scrollIntoView({ block: "nearest" });
}
function theme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  if (event.target.matches("input, select")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const keys = open === null
    ? { j: () => choose(1), ArrowDown: () => choose(1), k: () => choose(-1), ArrowUp: () => choose(-1),
        Enter: () => at >= 0 && go(rows.indexOf(shown[at]), 0), "/": () => $("search").focus() }
    : { ArrowRight: () => go(open, step + 1), l: () => go(open, step + 1), ArrowLeft: () => go(open, Math.max(0, step - 1)),
        h: () => go(open, Math.max(0, step - 1)), n: () => neighbour(1), p: () => neighbour(-1),
        m: () => { marks = !marks; episode(); }, Escape: () => go(null) };
  const act = { ...keys, t: theme, "?": () => $("help").showModal() }[event.key];
  if (!act || (event.key === "Enter" && event.target.matches("button"))) return;
  event.preventDefault();
  act();
});
$("title").textContent = run.title;
$("about").textContent = run.about;
$("help").append(el("table", "", null, KEYS.map(([key, words]) => el("tr", "", null, [el("td", "", null, [el("kbd", "", key)]), el("td", "", words)]))));
$("help").addEventListener("click", () => $("help").close());
$("theme").addEventListener("click", theme);
$("filters").addEventListener("submit", (event) => event.preventDefault());
for (const id of ["search", "by-task", "by-outcome", "by-error", "by-difficulty"]) $(id).addEventListener("input", filter);
$("more").addEventListener("click", () => { limit += FIRST_ROWS; list(); });
addEventListener("hashchange", route);
cards();
filter();
route();
