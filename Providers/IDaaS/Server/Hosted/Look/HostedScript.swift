// SPDX-License-Identifier: Apache-2.0
// One file: the browser runs one script, which is easier to read in one piece.
import CoatcheckJOSE
import Crypto
import Foundation

/// The script of the pages: the slider in a dialog, the countdown, the search for a country. The pages work
/// without it too.
enum HostedScript {
  /// The path of the script. It changes with the content, so that browsers can cache it without limit.
  static let path =
    "/hosted/assets/" + Base64URL.encode(Array(SHA256.hash(data: Data(text.utf8)).prefix(9)))
    + ".js"

  static let text = form + countdown + slider + work + countries

  /// The form: errors beside their fields, and calls instead of posts.
  private static let form = #"""
    "use strict";
    (() => {
    const $ = id => document.getElementById(id), form = $("form");
    if (!form) return;
    const t = form.dataset, send = $("send"), alertBox = $("alert"), notice = $("notice");
    const fields = ["mobile", "email", "code", "consent"].map($).filter(Boolean);
    const contact = $("mobile") || $("email");
    form.noValidate = true;
    // A page that shows the slider only has no field for a number: the application named it.
    const who = () => !contact ? {} : contact.id === "email" ? {email: contact.value.trim()}
      : {mobile: contact.value.trim(), country: $("country").value};
    const say = (text, field) => {
      for (const one of fields) {
        const mine = one.id === field;
        $(one.id + "-error").textContent = mine ? text : "";
        mine ? one.setAttribute("aria-invalid", "true") : one.removeAttribute("aria-invalid");
      }
      const own = fields.find(one => one.id === field);
      alertBox.textContent = own ? "" : text;
      if (own) own.focus();
    };
    const call = async (path, body) => {
      let reply, json;
      try {
        reply = await fetch("/hosted/api/" + path, {method: "POST", redirect: "error",
          headers: {"Content-Type": "application/json"},
          body: JSON.stringify({csrf: form.elements.csrf.value, ...who(), ...body})});
        json = await reply.json();
      } catch { throw {text: t.offline}; }
      if (json.location) { location.assign(json.location); throw {left: true}; }
      if (!reply.ok) throw {text: json.error_msg, field: json.error_field, code: json.error_code,
        wait: json.retry_after};
      return json;
    };
    const failed = e => { if (!e.left) { say(e.text || t.offline, e.field); if (e.wait) count(e.wait); } };
    const filled = list => {
      for (const [id, text] of list) {
        const one = $(id);
        if (one && !(one.type === "checkbox" ? one.checked : one.value.trim())) {
          say(text, id);
          return false;
        }
      }
      return true;
    };
    const contactMissing = contact ? [[contact.id, t.contactMissing]] : [];
    form.addEventListener("submit", async event => {
      event.preventDefault();
      if (event.submitter === send) { ask(); return; }
      if (!filled([...contactMissing, ["code", t.codeMissing], ["consent", t.consentMissing]])) return;
      say("");
      try {
        await call("submit", {verify_code: $("code").value.trim(), consent: $("consent").checked});
      } catch (e) { failed(e); }
    });
    contact?.addEventListener("keydown", event => {
      if (event.key === "Enter") { event.preventDefault(); send.disabled || ask(); }
    });

    """#

  private static let countdown = #"""
    const label = send.textContent;
    const count = seconds => {
      const end = performance.now() + seconds * 1000;
      send.disabled = true;
      send.classList.add("waiting");
      const tick = () => {
        const left = Math.ceil((end - performance.now()) / 1000);
        if (left > 0) {
          send.textContent = t.wait.replace("{s}", left);
          setTimeout(tick, 250);
        } else {
          send.textContent = label;
          send.disabled = false;
          send.classList.remove("waiting");
        }
      };
      tick();
    };
    if (+t.left > 0) count(+t.left);

    """#

  /// The slider: by mouse, by touch, by keys and by buttons.
  private static let slider = #"""
    const box = $("slider"), rail = $("rail"), knob = $("knob"), piece = $("piece"), state = $("state");
    let token, width = 310, most = 263, x = 0, began = 0, track = [], busy = false, hold = null, moved = 0;
    const place = (to, type) => {
      x = Math.max(0, Math.min(most, to));
      piece.setAttribute("x", x);
      const f = x / most;
      knob.style.left = `calc((100% - ${knob.offsetWidth}px) * ${f})`;
      knob.setAttribute("aria-valuenow", Math.round(x));
      knob.setAttribute("aria-valuetext", t.position.replace("{n}", Math.round(x)).replace("{max}", most));
      began ||= performance.now();
      if (track.length < 200) track.push({x: Math.round(x), y: 0, t: Math.round(performance.now() - began), type});
    };
    const load = async () => {
      const c = await call("captcha", {type: "slider"});
      const png = data => data.startsWith("data:") ? data : "data:image/png;base64," + data;
      token = c.token;
      width = c.imageWidth;
      most = width - c.pieceWidth;
      $("scene").setAttribute("viewBox", `0 0 ${width} ${c.imageHeight}`);
      const set = (one, values) => { for (const k in values) one.setAttribute(k, values[k]); };
      set($("ground"), {width, height: c.imageHeight, href: png(c.originalImageBase64)});
      set(piece, {width: c.pieceWidth, height: c.pieceHeight, y: c.pieceY, href: png(c.jigsawImageBase64)});
      knob.setAttribute("aria-valuemax", most);
      $("other").hidden = !(c.alternatives || []).includes("pow") || !window.crypto?.subtle;
      began = 0; track = [];
      place(0, "down");
      began = 0; track = [];
    };
    const ask = async () => {
      if (!filled(contactMissing)) return;
      say(""); notice.textContent = "";
      try {
        await load();
        state.textContent = "";
        if (!box.open) box.showModal();
        place(0, "down");
        began = 0; track = [];
        knob.focus();
      } catch (e) { failed(e); }
    };
    const solved = async proof => {
      const sent = await call("sms/send", {captcha_token: proof.captcha_token});
      box.close("done");
      count(sent.resend_after || 60);
      notice.textContent = sent.notice || t.sent;
      $("code").focus();
    };
    const check = async () => {
      if (busy) return;
      busy = true;
      state.textContent = t.checking;
      try {
        await solved(await call("captcha/verify", {token, display_width: width,
          point_json: JSON.stringify({x: Math.round(x * 10) / 10, y: 5}),
          slide_time: Math.round(performance.now() - began), track}));
      } catch (e) {
        if (e.code?.endsWith("SMS.1003") || e.code?.endsWith("SMS.1002")) {
          try { await load(); state.textContent = e.text; knob.focus(); }
          catch (again) { box.close("done"); failed(again); }
        } else { box.close("done"); failed(e); }
      } finally { busy = false; }
    };
    const at = event => {
      const r = rail.getBoundingClientRect();
      place((event.clientX - r.left - hold) / (r.width - knob.offsetWidth) * most, event.type.slice(7));
      moved = Math.max(moved, x);
    };
    rail.addEventListener("pointerdown", event => {
      if (busy || event.button || hold !== null) return;
      event.preventDefault();
      knob.focus();
      const k = knob.getBoundingClientRect();
      hold = event.clientX >= k.left && event.clientX <= k.right ? event.clientX - k.left : k.width / 2;
      moved = 0;
      rail.setPointerCapture(event.pointerId);
      at(event);
    });
    rail.addEventListener("pointermove", event => { if (hold !== null && !busy) at(event); });
    rail.addEventListener("pointerup", event => {
      if (hold === null) return;
      at(event);
      hold = null;
      if (moved > 3) check();
    });
    rail.addEventListener("pointercancel", () => { hold = null; });
    knob.addEventListener("keydown", event => {
      const far = event.shiftKey ? 20 : 2;
      const to = {ArrowRight: x + far, ArrowUp: x + far, ArrowLeft: x - far, ArrowDown: x - far,
        PageUp: x + 20, PageDown: x - 20, Home: 0, End: most}[event.key];
      if (to !== undefined && !busy) { event.preventDefault(); place(to, "move"); }
      if (event.key === "Enter") { event.preventDefault(); check(); }
    });
    $("less").addEventListener("click", () => busy || place(x - 5, "click"));
    $("greater").addEventListener("click", () => busy || place(x + 5, "click"));
    $("try").addEventListener("click", check);
    $("close").addEventListener("click", () => box.close());
    box.addEventListener("cancel", () => { box.returnValue = ""; });
    box.addEventListener("close", () => {
      if (box.returnValue !== "done") {
        say(t.closed);
        send.focus();
        if (!contact) call("back", {}).catch(failed);
      }
      box.returnValue = "";
    });
    if (!contact) ask();

    """#

  /// The proof of work, for users who cannot use the slider.
  private static let work = #"""
    $("other").addEventListener("click", async () => {
      if (busy) return;
      busy = true;
      state.textContent = t.working;
      try {
        const c = await call("captcha", {type: "pow"});
        await solved(await call("captcha/verify", {token: c.token, solution: await solve(c)}));
      } catch (e) { box.close("done"); failed(e); }
      finally { busy = false; }
    });
    const solve = async c => {
      const text = new TextEncoder(), limit = 18446744073709551615n / BigInt(c.cost);
      for (let n = 0; ; n += 64) {
        const tries = Array.from({length: 64}, (_, i) => String(n + i));
        const sums = await Promise.all(tries.map(one =>
          crypto.subtle.digest("SHA-256", text.encode(c.salt + one))));
        const found = sums.findIndex(sum => new DataView(sum).getBigUint64(0) <= limit);
        if (found >= 0) return tries[found];
        if (!box.open) throw {left: true};
      }
    };

    """#

  /// The search for a country.
  private static let countries = #"""
    const select = $("country"), pick = $("pick");
    if (select && pick) {
      const find = $("countries"), words = $("search"), list = $("list");
      const show = () => { $("picked").textContent = select.selectedOptions[0].textContent; };
      for (const option of select.options) {
        const item = document.createElement("li"), button = document.createElement("button");
        button.type = "button";
        button.textContent = option.textContent;
        button.dataset.words = (option.textContent + " " + option.value).toLowerCase();
        button.addEventListener("click", () => { select.value = option.value; show(); find.close(); contact.focus(); });
        item.append(button);
        list.append(item);
      }
      const match = () => {
        const wanted = words.value.trim().toLowerCase().replace(/^\+/, "");
        for (const item of list.children) {
          item.hidden = !item.firstChild.dataset.words.includes(wanted);
          item.firstChild.setAttribute("aria-current",
            item.firstChild.textContent === select.selectedOptions[0].textContent);
        }
        $("none").hidden = [...list.children].some(item => !item.hidden);
      };
      words.addEventListener("input", match);
      find.addEventListener("keydown", event => {
        const seen = [...list.children].filter(item => !item.hidden).map(item => item.firstChild);
        const here = seen.indexOf(document.activeElement);
        if (event.key === "ArrowDown") { event.preventDefault(); seen[Math.min(here + 1, seen.length - 1)]?.focus(); }
        if (event.key === "ArrowUp") { event.preventDefault(); (here > 0 ? seen[here - 1] : words).focus(); }
        if (event.key === "Enter" && document.activeElement === words) { event.preventDefault(); seen[0]?.click(); }
      });
      $("leave").addEventListener("click", () => find.close());
      pick.addEventListener("click", () => { words.value = ""; match(); find.showModal(); words.focus(); });
      select.hidden = true;
      select.labels[0]?.setAttribute("for", "pick");
      pick.hidden = false;
      show();
    }
    })();

    """#
}
