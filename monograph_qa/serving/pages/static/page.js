// What links and forms cannot do alone: names completed as one types, the line told whose page is
// shown, a click anywhere in a line. Text goes into pages as text, never as markup.
"use strict";

const told = document.getElementById("told");

// The line whose page is shown is marked, and told to who listens.
function mark(link) {
  for (const other of document.querySelectorAll('a[target="page"][aria-current]')) {
    other.removeAttribute("aria-current");
  }
  link.setAttribute("aria-current", "true");
}

const links = [...document.querySelectorAll('a[target="page"]')];
const frame = document.querySelector('iframe[name="page"]');
if (frame && links.length) {
  const first = links.find((link) => link.getAttribute("href") === frame.getAttribute("src"));
  if (first) mark(first);
  let turned = false;
  const tell = () => {
    if (turned && told) told.textContent = `Shown beside: ${frame.contentDocument.title}`;
  };
  frame.addEventListener("load", tell);
  for (const link of links) {
    link.addEventListener("click", () => {
      turned = true;
      mark(link);
      if (frame.contentWindow.location.href === link.href) tell(); // nothing is loaded then
    });
  }
  for (const line of document.querySelectorAll(".line")) {
    line.addEventListener("click", (event) => {
      const selects = String(window.getSelection()) !== "";
      if (!selects && !event.target.closest("a")) line.querySelector("a").click();
    });
  }
}

for (const form of document.querySelectorAll('form[action="/"]')) {
  form.addEventListener("submit", () => {
    if (told) told.textContent = "Looking it up";
    // After the form is sent: a disabled button's own value would be left out.
    setTimeout(() => form.querySelectorAll("button").forEach((button) => (button.disabled = true)));
  });
}
window.addEventListener("pageshow", () => {
  document.querySelectorAll("button[disabled]").forEach((button) => (button.disabled = false));
});

// Completion of the word before the caret, in a listbox that arrow keys move in.
function completes(field, at) {
  const list = document.createElement("ul");
  list.id = `names-${at}`;
  list.className = "names";
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Names");
  field.closest(".field, label").after(list);
  for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-expanded", "false"], ["aria-controls", list.id]]) {
    field.setAttribute(name, value);
  }
  let chosen = -1;
  let asked = 0;

  const word = () => field.value.slice(0, field.selectionStart).match(/[\p{L}\d][\p{L}\d-]*$/u)?.[0] ?? "";

  function show(names) {
    // A later answer does not undo what was chosen among those of an earlier one.
    const kept = list.children[chosen]?.textContent;
    list.replaceChildren(...names.map((name, n) => {
      const item = document.createElement("li");
      item.id = `${list.id}-${n}`;
      item.setAttribute("role", "option");
      item.textContent = name;
      item.addEventListener("mousedown", (event) => {
        event.preventDefault();
        take(name);
      });
      return item;
    }));
    list.hidden = names.length === 0;
    field.setAttribute("aria-expanded", String(names.length > 0));
    choose(names.indexOf(kept));
  }

  function choose(n) {
    chosen = n;
    [...list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === n)));
    if (n < 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", list.children[n].id);
  }

  function take(name) {
    const start = field.selectionStart - word().length;
    field.setRangeText(name, start, field.selectionStart, "end");
    show([]);
    field.focus();
  }

  field.addEventListener("input", async () => {
    const mine = ++asked;
    const begin = word();
    if (begin.length < 2) return show([]);
    try {
      const answer = await fetch(`/completions?begin=${encodeURIComponent(begin)}`);
      const names = answer.ok ? await answer.json() : [];
      if (mine === asked) show(names.filter((name) => name.toLowerCase() !== begin.toLowerCase()));
    } catch {
      show([]); // without completion the field is a field
    }
  });
  field.addEventListener("keydown", (event) => {
    const many = list.children.length;
    if (list.hidden || !many) return;
    if (event.key === "ArrowDown") choose((chosen + 1) % many);
    else if (event.key === "ArrowUp") choose((chosen - 1 + many) % many);
    else if (event.key === "Escape") show([]);
    else if ((event.key === "Enter" || event.key === "Tab") && chosen >= 0) take(list.children[chosen].textContent);
    else return;
    event.preventDefault();
  });
  field.addEventListener("blur", () => show([]));
}

document.querySelectorAll("[data-completes]").forEach(completes);
