// SPDX-License-Identifier: Apache-2.0

/// The style sheet of the pages: system fonts, light and dark by the setting of the browser, one column on
/// all screens, controls large enough for touch, and a visible focus.
enum StyleSheet {
  static let text = """
    :root {
      color-scheme: light dark;
      --page: #f3f4f6;
      --card: #ffffff;
      --ink: #16191d;
      --soft: #545b66;
      --line: #848b96;
      --rule: #d9dce1;
      --act: #0b57c2;
      --act-ink: #ffffff;
      --bad: #a31515;
      --bad-page: #fdecec;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #121418;
        --card: #1c1f25;
        --ink: #eceef1;
        --soft: #aab1bc;
        --line: #7d8592;
        --rule: #343941;
        --act: #8ab8ff;
        --act-ink: #0a1a30;
        --bad: #ffb3ad;
        --bad-page: #3a1d1d;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0;
      min-height: 100vh;
      display: flex;
      flex-direction: column;
      align-items: center;
      justify-content: flex-start;
      padding: max(1rem, 8vh) 1rem 2rem;
      background: var(--page);
      color: var(--ink);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
    }
    main {
      width: 100%;
      max-width: 26rem;
      padding: 1.75rem;
      background: var(--card);
      border: 1px solid var(--rule);
      border-radius: 0.75rem;
    }
    h1 { margin: 0 0 0.25rem; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
    p { margin: 0.5rem 0 0; overflow-wrap: anywhere; }
    .soft { color: var(--soft); }
    .small { font-size: 0.875rem; }
    strong { overflow-wrap: anywhere; }
    form { margin: 1.25rem 0 0; }
    label { display: block; margin: 1rem 0 0.25rem; font-weight: 600; }
    input {
      width: 100%;
      min-height: 2.75rem;
      padding: 0.5rem 0.75rem;
      color: inherit;
      background: var(--card);
      border: 1px solid var(--line);
      border-radius: 0.5rem;
      font: inherit;
    }
    button {
      width: 100%;
      min-height: 2.75rem;
      margin-top: 0.75rem;
      padding: 0.5rem 1rem;
      border: 1px solid var(--line);
      border-radius: 0.5rem;
      background: transparent;
      color: inherit;
      font: inherit;
      font-weight: 600;
      cursor: pointer;
    }
    button.act {
      margin-top: 1.5rem;
      border-color: var(--act);
      background: var(--act);
      color: var(--act-ink);
    }
    button:hover { filter: brightness(1.08); }
    a { color: var(--act); }
    :focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
    .alert {
      margin-top: 1rem;
      padding: 0.75rem 1rem;
      border-left: 4px solid var(--bad);
      border-radius: 0.25rem;
      background: var(--bad-page);
      color: var(--bad);
    }
    .notice {
      margin-top: 1rem;
      padding: 0.75rem 1rem;
      border-left: 4px solid var(--act);
      border-radius: 0.25rem;
      background: var(--page);
    }
    section { margin-top: 2rem; }
    h2 { margin: 0; font-size: 1.125rem; line-height: 1.3; }
    li form { margin: 0; }
    ul ul { margin: 0.25rem 0 0; border-top: 0; }
    ul ul li { padding: 0.125rem 0 0.125rem 1rem; border-bottom: 0; }
    ul { margin: 1rem 0 0; padding: 0; list-style: none; border-top: 1px solid var(--rule); }
    li { padding: 0.625rem 0; border-bottom: 1px solid var(--rule); }
    code {
      font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace;
      overflow-wrap: anywhere;
    }
    footer { margin-top: 1rem; max-width: 26rem; text-align: center; }
    @media (max-width: 30rem) {
      body { padding: 0; background: var(--card); }
      main { border: 0; border-radius: 0; padding: 1.5rem 1.25rem; }
      footer { padding: 0 1.25rem 1.5rem; }
    }

    """
}
