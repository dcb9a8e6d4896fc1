// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Crypto
import Foundation

/// The style sheet of the hosted pages: system fonts, light and dark by the setting of the browser, one
/// column on all screens, controls that are large enough for touch. A theme changes only its variables.
enum HostedStyleSheet {
  /// The path of the style sheet. It changes with the content, so that browsers can cache it without limit.
  static let path =
    "/hosted/assets/" + Base64URL.encode(Array(SHA256.hash(data: Data(text.utf8)).prefix(9)))
    + ".css"

  private static let dark = """
    --page:#121418;--card:#1c1f25;--ink:#eceef1;--soft:#aab1bc;--line:#7d8592;--rule:#343941;
    --act:#8ab8ff;--act-ink:#0a1a30;--bad:#ffb3ad;--bad-page:#3a1d1d;--off:#343941;--off-ink:#b4bbc5;
    --wait:#2a2e36;--wait-ink:#c3c9d2;--well:#2a2e36;
    """

  static let text =
    """
    :root{color-scheme:light dark;
    --page:#f3f4f6;--card:#fff;--ink:#16191d;--soft:#545b66;--line:#848b96;--rule:#d9dce1;
    --act:#0b57c2;--act-ink:#fff;--bad:#a31515;--bad-page:#fdecec;--off:#dfe2e7;--off-ink:#545b66;
    --wait:#eceef1;--wait-ink:#4b525c;--well:#eceef1;
    --bar:var(--card);--bar-ink:var(--ink);--bar-line:var(--rule);
    --send:var(--card);--send-ink:var(--act);--send-line:var(--act);--send-image:none;
    --wait-line:var(--rule);--wait-image:none;
    --off-bg:var(--off);--off-text:var(--off-ink);--on:var(--act);--on-ink:var(--act-ink);
    --press-ink:var(--on-ink)}
    @media (prefers-color-scheme:dark){:root:not([data-mode=light]){\(dark)}}
    :root[data-mode=light]{color-scheme:light}
    :root[data-mode=dark]{color-scheme:dark;\(dark)}

    """ + layout + controls + slider

  private static let layout = """
    *{box-sizing:border-box}
    [hidden]{display:none!important}
    body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;
    background:var(--page);color:var(--ink);
    font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
    :lang(zh-TW) body{font-family:system-ui,-apple-system,"PingFang TC","Microsoft JhengHei","Noto Sans CJK TC",sans-serif}
    .bar{width:100%;display:grid;grid-template-columns:minmax(4.5rem,1fr) auto minmax(4.5rem,1fr);
    align-items:center;gap:.5rem;min-height:3.5rem;padding:.25rem .75rem;background:var(--bar);
    color:var(--bar-ink);border-bottom:1px solid var(--bar-line)}
    .bar p{margin:0;grid-column:2;font-weight:600;text-align:center;overflow-wrap:anywhere;min-width:0}
    .bar form{margin:0}
    .bar .more{grid-column:3;justify-self:end}
    .bare{display:inline-flex;align-items:center;justify-content:center;gap:.25rem;min-width:2.75rem;
    min-height:2.75rem;padding:.25rem .5rem;border:1px solid transparent;border-radius:.5rem;
    background:transparent;color:inherit;font:inherit;cursor:pointer;text-align:start}
    .bare:hover{border-color:currentColor}
    .bare svg{width:1.25rem;height:1.25rem;flex:none}
    [dir=rtl] .bare svg{transform:scaleX(-1)}
    .bar img{display:block;width:50px;height:30px;object-fit:contain}
    .float{position:absolute}
    .float img{display:block;width:70px;height:40px;object-fit:contain}
    .float .bare{position:relative;width:100%;height:100%;min-width:0;min-height:0;padding:0;background:var(--card);
    border-color:var(--rule)}
    .float .bare::after{content:"";position:absolute;inset:50% auto auto 50%;width:100%;height:100%;min-width:2.75rem;
    min-height:2.75rem;transform:translate(-50%,-50%)}
    main{width:100%;max-width:27rem;margin:1.75rem 1rem 0;padding:1.75rem;background:var(--card);
    border:1px solid var(--rule);border-radius:.75rem}
    h1{margin:0;color:var(--title,inherit);font-size:1.375rem;line-height:1.25;overflow-wrap:anywhere;text-wrap:balance}
    .about{color:var(--about,var(--soft))}
    h2{margin:0;font-size:1.125rem;line-height:1.3}
    p{margin:.5rem 0 0;overflow-wrap:anywhere}
    .soft{color:var(--soft)}.small{font-size:.875rem}
    .who{margin-top:1rem;padding:.625rem .875rem;border-radius:.5rem;background:var(--well)}
    footer{margin:1rem 0 2rem;padding:0 1rem;text-align:center}
    @media (max-width:18rem){.bar{grid-template-columns:1fr auto}.bar p{grid-column:1/-1;grid-row:2}
    .bar .more{grid-column:2}}
    @media (max-width:30rem){body{background:var(--card)}main{margin:0;border:0;border-radius:0;
    padding:1.5rem 1.25rem}}

    """

  private static let controls = """
    main form{margin:1rem 0 0}
    .field{margin-top:1rem}
    label{display:block;margin:0 0 .25rem;font-weight:600}
    input,select,.pick{width:100%;min-height:2.75rem;padding:.5rem .75rem;color:inherit;
    background:var(--card);border:1px solid var(--line);border-radius:.5rem;font:inherit;text-align:start}
    ::placeholder{color:var(--soft);opacity:1}
    .pick{display:flex;justify-content:space-between;align-items:center;gap:.5rem;cursor:pointer}
    input[aria-invalid=true]{border:2px solid var(--bad)}
    .row{display:flex;flex-wrap:wrap;gap:.5rem}
    .row>input{flex:1 1 8rem;width:auto;min-width:0}
    .send,.plain,.confirm{min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--line);
    border-radius:.5rem;background:transparent;color:inherit;font:inherit;font-weight:600;cursor:pointer}
    .send{flex:0 1 auto;min-width:8rem;border-color:var(--send-line);color:var(--send-ink);
    background:var(--send) var(--send-image) center/cover no-repeat}
    .send.waiting{border-color:var(--wait-line);color:var(--wait-ink);
    background:var(--wait) var(--wait-image) center/cover no-repeat;cursor:default;
    font-variant-numeric:tabular-nums}
    .confirm{width:100%;margin-top:1.25rem;border-color:var(--on);background:var(--on);color:var(--on-ink)}
    .confirm:active{color:var(--press-ink)}
    form:invalid .confirm:not(.sure){border-color:var(--off-bg);background:var(--off-bg);color:var(--off-text)}
    form:invalid .confirm:not(.sure):active{color:var(--press-ink)}
    .plain{width:100%;margin-top:.75rem}
    .link{min-height:2.75rem;min-width:3rem;padding:.25rem 0;border:0;background:none;color:var(--act);font:inherit;
    text-decoration:underline;cursor:pointer;text-align:start}
    a.link{display:inline-flex;align-items:center}
    .link+.field{margin-top:.25rem}
    a{color:var(--act)}
    .check{display:flex;gap:.625rem;align-items:flex-start;margin:1.25rem 0 0;font-weight:400}
    .check input{flex:none;width:1.5rem;height:1.5rem;min-height:0;margin:0;accent-color:var(--act)}
    :focus-visible{outline:3px solid var(--act);outline-offset:2px}
    .bar :focus-visible{outline-color:var(--bar-ink)}
    .error{margin:.25rem 0 0;color:var(--bad);font-size:.875rem}
    .error:empty,.alert:empty,.notice:empty{display:none}
    .error::before,.alert::before{content:"⚠\\FE0E  "}
    .alert{margin-top:1rem;padding:.75rem 1rem;border-inline-start:4px solid var(--bad);
    border-radius:.25rem;background:var(--bad-page);color:var(--bad)}
    .notice{margin-top:1rem;padding:.75rem 1rem;border-inline-start:4px solid var(--act);
    border-radius:.25rem;background:var(--well)}

    """

  private static let slider = """
    dialog,.panel{width:min(24rem,calc(100vw - 1.5rem));max-height:calc(100vh - 1.5rem);padding:1.25rem;
    color:var(--ink);background:var(--card);border:1px solid var(--rule);border-radius:.75rem;overflow:auto}
    dialog::backdrop{background:#0009}
    .panel{width:100%;max-width:none;padding:0;border:0}
    .picture{display:block;width:100%;height:auto;margin-top:.75rem;border-radius:.5rem;background:var(--well)}
    .rail{position:relative;height:3rem;margin-top:.75rem;border:1px solid var(--line);border-radius:.5rem;
    background:var(--well);touch-action:none;user-select:none;-webkit-user-select:none;cursor:pointer}
    .knob{position:absolute;inset-block:1px;left:0;width:3.25rem;display:flex;align-items:center;
    justify-content:center;border-radius:.375rem;background:var(--act);color:var(--act-ink);cursor:grab}
    .knob svg{width:1.5rem;height:1.5rem}
    .steps{display:flex;gap:.5rem;margin-top:.75rem}
    .steps .plain{flex:1 1 0;width:auto;min-width:2.75rem;margin:0;padding:.5rem}
    .steps .confirm{flex:2 1 0;width:auto;margin:0}
    .ends{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;margin-top:.5rem}
    .list{max-height:50vh;margin:.75rem 0 0;padding:0;overflow:auto;list-style:none}
    .list button{display:flex;justify-content:space-between;gap:1rem;width:100%;min-height:2.75rem;
    padding:.5rem .25rem;border:0;border-bottom:1px solid var(--rule);background:none;color:inherit;
    font:inherit;text-align:start;cursor:pointer}
    .list button[aria-current=true]{font-weight:600}
    @media (forced-colors:active){.knob{background:ButtonText}.confirm{border:2px solid ButtonText}}

    """
}
