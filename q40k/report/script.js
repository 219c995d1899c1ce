"use strict";
// The slider on the graph: at an entry it moves the chances, the table, the log and the moment.
const told = JSON.parse(document.getElementById("told").textContent);
const slider = document.getElementById("slider");
const said = document.getElementById("said");
const chips = [...document.querySelectorAll("#chances li")];
const log = document.querySelector("ol.log");
const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
const group = document.getElementById("pieces");
const things = [...(document.getElementById("lying")?.children ?? [])];
const play = document.getElementById("play");
const speed = document.getElementById("speed");
const fixed = [...document.querySelectorAll("#still text")].map((text) => {
  const [x, y, size] = ["x", "y", "font-size"].map((name) => Number(text.getAttribute(name)));
  return { x, y: y - size * 0.36, wide: text.textContent.length * size * 0.34, high: size * 0.56 };
});
const SVG = "http://www.w3.org/2000/svg";
let timer = 0;

function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// Of each entry only what changed is kept: what holds at it is made up from the first one on.
function held(at) {
  const pieces = new Map();
  const chances = [];
  const lying = new Set();
  for (let one = 0; one <= at; one++) {
    const [, moved, made, turned] = told.beats[one];
    for (const [look, x, y] of moved || []) {
      const [id, letters, ...drawnAs] = told.looks[look];
      if (x === undefined) pieces.delete(id); else pieces.set(id, [letters, x, y, ...drawnAs]);
    }
    for (let side = 0; side < made.length; side += 2) chances[made[side]] = made[side + 1];
    for (const thing of turned || []) if (!lying.delete(thing)) lying.add(thing);
  }
  return [pieces, chances, lying];
}

function show(at) {
  let line = null;
  for (let one = at; one >= 0 && !line; one--) line = document.getElementById("e" + told.beats[one][0]);
  const [pieces, chances, lying] = held(at);
  const named = new Map();
  said.replaceChildren(...(line ? [...line.lastElementChild.children].map((one) => one.cloneNode(true)) : []));
  document.querySelectorAll(".now").forEach((one) => one.classList.remove("now"));
  line?.classList.add("now");
  if (line && log.clientHeight) log.scrollTop = line.offsetTop - log.clientHeight / 3;
  document.querySelectorAll(`a[href="#e${told.beats[at][0]}"]`).forEach((link) => link.classList.add("now"));
  for (const chip of chips) chip.lastElementChild.textContent = percent.format(chances[chip.dataset.side] ?? 0);
  slider.setAttribute("aria-valuetext", said.textContent || String(told.beats[at][0]));
  things.forEach((thing, number) => thing.setAttribute("display", lying.has(number) ? "inline" : "none"));
  const discs = [...fixed, ...[...pieces.values()].map((piece) => disc(piece))];
  const figures = [...pieces].flatMap(([id, piece]) => drawn(id, piece, named, discs));
  group?.replaceChildren(...figures.sort((one, other) => (one.tagName === "text") - (other.tagName === "text")));
}

function disc([, x, y, , radius, , shape]) {
  const [least, leastShape, most] = told.radii;
  const r = Math.min(Math.max(radius, shape ? leastShape : least), most);
  return { x, y: told.size[1] - y, wide: r, high: r };
}

// A figure as the board draws it; of a unit ("A3/4") only the first bears a name, that of the unit.
function drawn(id, piece, named, discs) {
  const [letters, x, , colour, , emblem, shape, turn] = piece;
  const { y: down, wide: r } = disc(piece);
  const art = (name, half, turned) => element("use", { href: "#a-" + name, transform: `rotate(${-turned}) scale(${half / 10})` });
  const figure = element("g", { class: "piece", transform: `translate(${x} ${down})` });
  if (shape) {
    const body = element("g", { class: "body", fill: colour });
    body.append(art(shape, r * 1.15, turn || 0));
    figure.append(body);
  } else {
    const nose = { class: "nose", d: `M${1.5 * r} 0L${0.8 * r} ${0.62 * r}V${-0.62 * r}z`, transform: `rotate(${-turn})` };
    if (turn !== null) figure.append(element("path", nose));
    figure.append(element("circle", { class: "body", r, fill: colour }));
    if (emblem) figure.append(art(emblem, r * 0.66, 0));
  }
  const [unit, number] = id.split("/");
  if (number && named.has(unit)) return [figure];
  const word = number ? unit : letters, place = room(word, x, down, r, [...named.values()], discs);
  named.set(unit, place);
  if (!place) return [figure];
  return [figure, element("text", { x: place.x, y: place.y + told.letters * 0.36, "text-anchor": "middle", "font-size": told.letters }, word)];
}

// Where letters beside a figure cover no others, and no figure if they can: below it, above, at its right or its left.
function room(word, x, y, r, others, discs) {
  const wide = word.length * told.letters * 0.34, high = told.letters * 0.56;
  const apart = (box) => (other) => !other || Math.abs(other.x - box.x) > other.wide + wide - 0.01 || Math.abs(other.y - box.y) > other.high + high - 0.01;
  const places = [[0, 1], [0, -1], [1, 0], [-1, 0]].map(([right, below]) => ({ x: x + right * (r + wide), y: y + below * (r + high), wide, high }))
    .filter((box) => box.x >= wide && box.x + wide <= told.size[0] && box.y >= high && box.y + high <= told.size[1] && others.every(apart(box)));
  return places.find((box) => discs.every(apart(box))) ?? places[0];
}

function stop() {
  clearInterval(timer);
  timer = 0;
  play.textContent = told.play;
}

function go(at) {
  stop();
  slider.value = at;
  show(Number(slider.value));
}

// Whatever names an entry leads there: a moment, its number on the graph, a line of the log.
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#e"]');
  const id = link ? link.hash.slice(1) : !event.target.closest("summary") && event.target.closest("ol.log li")?.id;
  if (!id || !slider) return;
  const at = told.beats.findIndex((beat) => "e" + beat[0] === id);
  go(at);
  if (!link) return;
  event.preventDefault();
  slider.focus({ preventScroll: !link.closest(".moments") });
});
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || !slider || event.target !== document.body || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(Number(slider.value) + step);
});

// A link to something folded opens it.
function unfold() {
  const part = /^#[a-z]\d+$/.test(location.hash) && document.querySelector(location.hash);
  for (let fold = part; fold; fold = fold.parentElement) if (fold.tagName === "DETAILS") fold.open = true;
  if (part) part.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();

// On paper everything folded is open.
const paper = matchMedia("print");
paper.addEventListener("change", () => {
  document.querySelectorAll("details.fold").forEach((fold) => {
    if (paper.matches) fold.dataset.was = fold.open;
    fold.open = paper.matches || fold.dataset.was === "true";
  });
});

slider?.addEventListener("input", () => { stop(); show(Number(slider.value)); });
play?.addEventListener("click", () => {
  if (timer) { stop(); return; }
  if (Number(slider.value) >= told.beats.length - 1) slider.value = slider.min;
  play.textContent = told.pause;
  timer = setInterval(() => {
    slider.value = Number(slider.value) + 1;
    show(Number(slider.value));
    if (Number(slider.value) >= told.beats.length - 1) stop();
  }, Number(speed.value));
});
document.getElementById("save")?.addEventListener("click", async () => {
  const packed = Uint8Array.from(atob(document.getElementById("journal").textContent.trim()), (one) => one.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await new Response(stream).blob());
  link.download = told.file;
  link.click();
  URL.revokeObjectURL(link.href);
});
document.querySelectorAll("button.copy").forEach((key) => key.addEventListener("click", async () => {
  const call = key.previousElementSibling;
  getSelection().selectAllChildren(call);
  try { await navigator.clipboard.writeText(call.textContent); key.textContent += " ✓"; key.disabled = true; } catch { /* it is selected */ }
}));
if (slider) show(told.beats.length - 1);
