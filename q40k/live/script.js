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
};
for (const [id, does] of Object.entries(choices)) {
  const button = document.getElementById(id);
  if (!button) continue;
  const set = (on) => { chosen[id] = on; button.setAttribute("aria-pressed", String(on)); does(on); };
  const before = kept(id);
  if (id === "light" && root.dataset.theme === "light") set(true);
  else if (before === "true" && id !== "sound") set(true);
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

// -- the clock goes on by itself -------------------------------------------------------------
let since = performance.now();
function time(seconds) {
  const whole = Math.floor(Math.abs(seconds)), two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60, sign = seconds < 0 ? "-" : "";
  return hours ? `${sign}${hours}:${two(minutes)}:${two(whole % 60)}` : `${sign}${minutes}:${two(whole % 60)}`;
}
setInterval(() => {
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
    place.innerHTML = html;
    if (name === "clock") since = performance.now();
    if (name === "end") document.body.classList.toggle("over", html !== "");
  }
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

const lost = document.getElementById("lost");
let source = null;
let last = "";
function listen() {
  const address = main.dataset.events + (last ? "&after=" + last : "");
  source = new EventSource(address);
  source.onopen = () => { lost.hidden = true; };
  source.onmessage = (event) => {
    last = event.lastEventId;
    const news = JSON.parse(event.data);
    if (news.feed && feed) tell(news.feed);
    if (news.gone && feed) strike(news.gone);
    if (news.parts) show(news.parts);
  };
  source.addEventListener("reload", () => location.reload());
  source.onerror = () => {
    lost.hidden = false;
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  };
}
if (main?.dataset.events) listen();
if (feed) feed.parentElement.scrollTop = feed.parentElement.scrollHeight;
