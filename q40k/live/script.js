"use strict";
// The one script of all pages: it takes what the server sends, and shows it.
const root = document.documentElement;
const main = document.querySelector("main");
const feed = document.getElementById("feed");
const MOST = 200;

// -- what a viewer chooses stays in this browser -------------------------------------------
function kept(name) { try { return localStorage.getItem(name); } catch { return null; } }
function keep(name, value) { try { localStorage.setItem(name, value); } catch { /* not here */ } }

const chosen = {};
const choices = {
  light: (on) => { root.dataset.theme = on ? "light" : "dark"; },
  safe: (on) => { root.dataset.colours = on ? "safe" : "own"; },
  sound: (on) => { if (on) ping(); },
  voice: () => {},
  moments: (on) => { if (!on) dropMoments(); },
};
for (const [id, does] of Object.entries(choices)) {
  const button = document.getElementById(id);
  if (!button) continue;
  const set = (on) => { chosen[id] = on; button.setAttribute("aria-pressed", String(on)); does(on); };
  const before = kept(id);
  if (id === "light" && root.dataset.theme === "light") set(true);
  else if (id === "moments" ? before !== "false" : before === "true" && id !== "sound") set(true);
  button.addEventListener("click", () => { set(!chosen[id]); keep(id, chosen[id]); });
}
document.getElementById("full")?.addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen(); else root.requestFullscreen?.();
});
let stirring = 0;
addEventListener("pointermove", () => {
  document.body.classList.add("stirred");
  clearTimeout(stirring);
  stirring = setTimeout(() => document.body.classList.remove("stirred"), 3000);
});

// -- sound and voice, only once they were turned on -----------------------------------------
let audio = null;
function ping() {
  audio ||= new AudioContext();
  const now = audio.currentTime;
  [660, 990].forEach((pitch, nth) => {
    const tone = audio.createOscillator(), loud = audio.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.12, now + nth * 0.12);
    loud.gain.exponentialRampToValueAtTime(0.001, now + nth * 0.12 + 0.35);
    tone.connect(loud).connect(audio.destination);
    tone.start(now + nth * 0.12);
    tone.stop(now + nth * 0.12 + 0.4);
  });
}
function call(words) {
  if (chosen.sound) ping();
  if (!chosen.voice || !("speechSynthesis" in window)) return;
  const said = new SpeechSynthesisUtterance(words);
  said.lang = root.lang;
  speechSynthesis.speak(said);
}

// -- moments: two seconds of the whole screen, without what is asked -------------------------
const MOMENT = 2000, BACKLOG = 20, QUEUE = 2;
const moment = document.getElementById("moment");
const still = matchMedia("(prefers-reduced-motion: reduce)");
let ends = 0, queue = [];
function startMoment(html) {
  if (!moment || !chosen.moments || still.matches) return;
  if (ends) { queue = [...queue, html].slice(-QUEUE); return; }
  moment.innerHTML = html;
  moment.hidden = false;
  ends = setTimeout(endMoment, MOMENT);
  fitMoment();
}
function endMoment() {
  clearTimeout(ends);
  if (!ends) return;
  ends = 0;
  moment.hidden = true;
  moment.replaceChildren();
  if (queue.length) startMoment(queue.shift());
}
function dropMoments() {
  queue = [];
  endMoment();
}
// A question on a phone has the screen for itself, one on the board all down to its last line.
function fitMoment() {
  if (!ends) return;
  const asked = document.getElementById("asked"), line = document.getElementById("headline");
  const top = line?.querySelector(".asks") ? Math.max(0, line.getBoundingClientRect().bottom) : 0;
  moment.style.top = top + "px";
  if (asked?.childElementCount || top > innerHeight / 2) dropMoments();
}
addEventListener("scroll", fitMoment);
addEventListener("resize", fitMoment);
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input")) return;
  if (event.key === "m" || event.key === "M") document.getElementById("moments")?.click();
  if (event.key === "Escape") dropMoments();
});

// -- the clock goes on by itself -------------------------------------------------------------
let since = performance.now();
function time(seconds) {
  const whole = Math.floor(Math.abs(seconds)), two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60, sign = seconds < 0 ? "-" : "";
  return hours ? `${sign}${hours}:${two(minutes)}:${two(whole % 60)}` : `${sign}${minutes}:${two(whole % 60)}`;
}
setInterval(() => {
  if (document.body.classList.contains("cut")) return; // nobody knows how the clock goes on
  for (const one of document.querySelectorAll("#clock time[data-runs]")) {
    const left = Number(one.dataset.left) - (performance.now() - since) / 1000;
    const shown = time(left);
    if (one.textContent !== shown) one.textContent = shown;
    one.classList.toggle("late", left <= 60);
  }
}, 250);

// -- what is sent ------------------------------------------------------------------------------
function show(parts) {
  for (const [name, html] of Object.entries(parts)) {
    const place = document.getElementById(name);
    if (!place) { if (html) location.reload(); continue; }
    if (name === "asked" && goesOn(place, html)) continue;
    const before = place.querySelector(".mine")?.textContent;
    const open = [...place.querySelectorAll("details")].map((one) => one.open);
    place.innerHTML = html;
    place.querySelectorAll("details").forEach((one, nth) => { one.open = open[nth] ?? false; });
    if (name === "asked") typed.length = 0;
    if (name === "turn" || name === "asked") feel(name, place, before);
    if (name === "clock") since = performance.now();
    if (name === "end") document.body.classList.toggle("over", html !== "");
  }
  if ("end" in parts) showEnd(true);
  fitMoment();
}
// The end is for the room: third, second, first, then the medals in turn, four at a time or as many as there is room for.
const MEDALS = 4, STEP = 1500, TURN = 6000;
let turns = 0, medalAt = 0, began = 0;
function showMedals() {
  const medals = [...document.querySelectorAll(".honours .medals > div")];
  if (medalAt >= medals.length) medalAt = 0;
  const place = document.querySelector(".honours"), from = medalAt;
  let many = MEDALS + 1;
  do {
    many -= 1;
    medals.forEach((medal, nth) => medal.classList.toggle("shown", nth >= from && nth < from + many));
  } while (many > 1 && place?.scrollHeight > place?.clientHeight);
  medalAt += many;
}
function showEnd(fresh) {
  clearInterval(turns);
  const steps = [...document.querySelectorAll("#end .podium li")].reverse();
  if (!steps.length) began = 0;
  else if (!began) began = fresh && !still.matches ? performance.now() : -Infinity;
  steps.forEach((step, nth) => {
    const wait = began + STEP * (nth + 1) - performance.now();
    if (wait <= 0) return;
    step.classList.add("hidden-step");
    setTimeout(() => step.classList.remove("hidden-step"), wait);
  });
  medalAt = 0;
  showMedals();
  turns = setInterval(showMedals, TURN);
}
showEnd(false);
// A question with a row of keys for each may stand at another entry all at once, such as when the
// referee opens it at the laptop: what was picked for it so far, and not sent yet, stays.
function goesOn(place, html) {
  const before = place.querySelector("#answer[data-kind=each]:not([data-sent])");
  const now = document.createRange().createContextualFragment(html).querySelector("#answer");
  if (!before || before.textContent !== now?.textContent) return false;
  before.dataset.head = now.dataset.head;
  return true;
}
function tell(lines) {
  for (const [seq, html, calls] of lines) {
    if (document.getElementById("e" + seq)) continue;
    feed.insertAdjacentHTML("beforeend", html);
    calls.forEach(call);
  }
  while (feed.children.length > MOST) feed.firstElementChild.remove();
  const log = feed.parentElement;
  log.scrollTop = log.scrollHeight;
}
function strike(gone) {
  const lost = new Set(gone.map((seq) => "e" + seq));
  for (const one of feed.children) one.classList.toggle("gone", lost.has(one.id));
}

// -- a seat's own page --------------------------------------------------------------------------
// A phone in a pocket is felt: when it is asked something, when it is its turn, when it is next.
function feel(name, place, before) {
  const now = place.querySelector(".mine")?.textContent;
  const asked = name === "asked" && place.childElementCount > 0;
  const touched = navigator.userActivation?.hasBeenActive;
  if (touched && (asked || (now && now !== before))) navigator.vibrate?.(asked ? [120, 60, 120] : 90);
  if (asked) place.scrollIntoView({ block: "nearest" });
}
function note(words, kind) {
  const place = document.getElementById("became"), line = document.createElement("p");
  line.className = kind;
  line.textContent = words;
  place.replaceChildren(line);
}
async function send(what, body) {
  const address = location.pathname.replace(/\/$/, "") + "/" + what + "?lang=" + root.lang;
  let failed = main.dataset.failed;
  try {
    const answer = await fetch(address, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
    if (answer.ok) return await answer.json();
    if (answer.headers.get("Content-Type") === "application/json") failed = (await answer.json()).why;
  } catch { /* said below */ }
  note(failed, "refused");
  return false;
}
// The card of the evening becomes a picture: this page draws it itself, and sends nothing.
function keepPicture(key) {
  const card = document.getElementById("keepsake"), image = new Image();
  image.onload = () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const link = document.createElement("a");
    link.href = canvas.toDataURL("image/png");
    link.download = key.dataset.file;
    link.click();
  };
  image.src = "data:image/svg+xml," + encodeURIComponent(new XMLSerializer().serializeToString(card));
}
const typed = [];
// The key that sends says what it still waits for.
function lack(form, missing) {
  const key = form.querySelector(".send[data-labels]");
  key.setAttribute("aria-disabled", String(missing > 0));
  key.textContent = key.dataset.labels.split("|")[missing];
}
function slots(form) {
  const empty = form.querySelectorAll(".slots i");
  empty.forEach((slot, nth) => { slot.textContent = typed[nth] ?? ""; });
  lack(form, empty.length - typed.length);
  form.querySelector(".roll").disabled = typed.length > 0; // who types dice does not let the app roll by a slip
}
async function answer(form, given) {
  const body = { head: Number(form.dataset.head), ...given };
  typed.length = 0;
  for (const key of form.querySelectorAll("button")) key.disabled = true;
  form.dataset.sent = "";
  if (await send("answer", body)) return;
  delete form.dataset.sent;
  for (const key of form.querySelectorAll("button")) key.disabled = false;
  if (form.dataset.kind === "dice") slots(form);
}
function roll(form) {
  const dice = form.dataset.dice.split(",").map(Number), shown = form.querySelectorAll(".slots i");
  let left = still.matches ? 0 : 8;
  const step = () => {
    if (left-- <= 0 || !form.isConnected) return;
    shown.forEach((slot, nth) => { slot.textContent = 1 + Math.floor(Math.random() * dice[nth]); });
    setTimeout(step, 70);
  };
  step();
  form.classList.add("rolling");
  answer(form, { roll: true });
}
document.addEventListener("click", (event) => {
  const key = event.target.closest("button"), form = key?.form;
  if (key?.id === "study") {
    key.disabled = true;
    setTimeout(() => { key.disabled = false; }, 5000);
    send("study", {});
  }
  if (key?.id === "keep") keepPicture(key);
  if (!key || form?.id !== "answer") return;
  const kind = form.dataset.kind, dice = kind === "dice" ? form.dataset.dice.split(",").map(Number) : [];
  if (key.classList.contains("face")) {
    if (typed.length < dice.length && Number(key.value) <= dice[typed.length]) typed.push(Number(key.value));
    slots(form);
  } else if (key.classList.contains("back")) { typed.pop(); slots(form);
  } else if (key.classList.contains("roll")) { roll(form);
  } else if (key.classList.contains("said")) { answer(form, { answer: key.value });
  } else if (key.classList.contains("counted")) {
    const [passed, sixes, ones] = ["passed", "sixes", "ones"].map((name) => form.elements[name]?.value.trim());
    answer(form, { answer: "=" + passed + (sixes || ones ? "/" + (sixes || 0) : "") + (ones ? "/" + ones : "") });
  } else if (key.classList.contains("less") || key.classList.contains("more")) {
    const shown = key.parentElement.querySelector(".number"), by = key.classList.contains("more") ? 1 : -1;
    const { least, most } = shown.dataset;
    shown.value = Math.min(Number(most), Math.max(Number(least), (Number(shown.value) || 0) + by));
  } else if (key.classList.contains("pick")) {
    for (const one of key.parentElement.querySelectorAll(".pick")) one.setAttribute("aria-pressed", String(one === key));
  } else if (key.classList.contains("option")) {
    if (kind === "choice") { answer(form, { answer: Number(key.value) }); return; }
    const place = Number(key.value), at = typed.indexOf(place);
    if (at < 0) typed.push(place); else typed.splice(at, 1);
    for (const one of form.querySelectorAll(".option")) {
      const nth = typed.indexOf(Number(one.value));
      one.setAttribute("aria-pressed", String(nth >= 0));
      one.dataset.nth = nth >= 0 ? nth + 1 : "";
    }
    if (kind === "order") lack(form, Number(form.dataset.all) - typed.length);
  }
});
document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target, kind = form.dataset.kind;
  if (form.id === "brought") {
    const code = form.elements.code.value.replace(/\s/g, "").match(/2\.[\w-]+$/);
    location.assign("/pack/" + (code ? code[0] : "2."));
  } else if (form.id === "join") {
    const said = Object.fromEntries(new FormData(form));
    const sent = await send(form.dataset.asks, said);
    if (sent) { delete document.getElementById("became").dataset.heard; keep(WISH, sent.id); await hear(sent.id); }
  } else if (kind === "dice" && document.activeElement?.closest(".count")) form.querySelector(".counted")?.click();
  else if (kind === "dice") {
    if (typed.length === form.dataset.dice.split(",").length) answer(form, { answer: typed.join(" ") });
  } else if (kind === "number") answer(form, { answer: Number(form.querySelector(".number").value) });
  else if (kind === "each") answer(form, { answer: [...form.querySelectorAll(".pick[aria-pressed=true]")].map((one) => Number(one.value)) });
  else if (kind === "several" || typed.length === Number(form.dataset.all)) answer(form, { answer: [...typed] });
});
document.getElementById("call")?.addEventListener("click", async (event) => {
  const key = event.target;
  key.disabled = true;
  setTimeout(() => { key.disabled = false; }, 5000);
  if (await send("call", {})) note(key.dataset.called, "taken");
});
document.getElementById("nothing")?.addEventListener("click", () => {
  const die = document.createElement("b"); // a new one each time, so that the same face is seen to be rolled again
  die.textContent = "⚀⚁⚂⚃⚄⚅"[Math.floor(Math.random() * 6)];
  document.getElementById("rolled").replaceChildren(die);
});

// -- who has wished to join, or for a study, hears what became of it, also after the page was opened anew --------
const WISH = "wish " + location.pathname;
async function hear(number) {
  const form = document.getElementById("join"), place = document.getElementById("became");
  form.hidden = true;
  try {
    const answer = await fetch(location.pathname.replace(/\/$/, "") + "/join/" + number + "?lang=" + root.lang);
    if (answer.status === 404) { keep(WISH, ""); location.reload(); return; }
    if (answer.ok) {
      const news = await answer.json();
      if (place.dataset.heard !== news.html) { place.innerHTML = news.html; place.dataset.heard = news.html; }
      if (news.became !== "waits") {
        keep(WISH, "");
        form.hidden = news.became === "taken";
        if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(90);
        return;
      }
    }
  } catch { /* it is asked again */ }
  setTimeout(hear, 1500, number);
}
if (document.getElementById("join") && kept(WISH)) hear(kept(WISH));

// -- the line to the board: it is lost when nothing was heard for three of its signs of life ----
const SILENCE = 4500, RETRY = 1000;
let source = null, last = "", heard = 0, waits = 0;
function lose(is) {
  document.getElementById("lost")?.toggleAttribute("hidden", !is);
  document.body.classList.toggle("cut", is);
}
function hears() {
  heard = performance.now();
  lose(false);
}
function listen() {
  waits = 0;
  heard = performance.now();
  source = new EventSource(main.dataset.events + (last ? "&after=" + last : ""));
  source.onopen = hears;
  source.onmessage = (event) => {
    hears();
    last = event.lastEventId;
    const news = JSON.parse(event.data);
    if (news.feed && feed) tell(news.feed);
    if (news.gone && feed) strike(news.gone);
    if (news.parts) show(news.parts);
    if (news.moments && news.feed.length <= BACKLOG) news.moments.forEach(startMoment);
  };
  source.addEventListener("here", hears);
  source.addEventListener("reload", () => location.reload());
  source.onerror = () => {
    lose(true);
    if (source.readyState === EventSource.CLOSED) again();
  };
}
function again() {
  source.close();
  if (!waits) waits = setTimeout(listen, RETRY * (0.5 + Math.random())); // not all at the same time
}
function isSilent() { return performance.now() - heard > SILENCE; }
// A phone that wakes up, or has its network again, asks at once: it may have missed everything.
function wake() {
  if (document.hidden || !waits && !isSilent()) return;
  clearTimeout(waits);
  source.close();
  listen();
}
if (main?.dataset.events) {
  setInterval(() => {
    if (waits || !isSilent()) return;
    lose(true);
    again();
  }, 500);
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  listen();
}
if (feed) feed.parentElement.scrollTop = feed.parentElement.scrollHeight;
