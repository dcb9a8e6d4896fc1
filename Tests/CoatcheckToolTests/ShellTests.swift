// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import TestKit

@Suite("Shells and the manual", .timeLimit(.minutes(10)))
struct ShellTests {
  /// A script for each shell that prints the completions of the last word of a command line.
  private static let shells: [(shell: String, script: String)] = [
    (
      "bash",
      #"source <(coatcheck completion bash); COMP_WORDS=(TYPED); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE="TYPED"; COMP_POINT=${#COMP_LINE}; _coatcheck coatcheck "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"; printf '%s\n' "${COMPREPLY[@]}""#
    ),
    ("fish", "coatcheck completion fish | source; complete -C 'TYPED' | cut -f1"),
  ]

  @Test("bash and fish complete commands, options and the names of accounts")
  func completion() async throws {
    let (stage, _) = try await Stage.signedIn()
    try stage.sandbox.link("coatcheck")
    for (shell, script) in Self.shells {
      for (line, word) in [
        ("coatcheck acc", "accounts"), ("coatcheck token ma", "main"),
        ("coatcheck login --dev", "--device"),
      ] {
        let run = try await stage.run(
          ["-c", script.replacing("TYPED", with: line)], program: shell, exits: 0)
        let words = run.output.split(separator: "\n").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        #expect(words.contains(word), "\(shell): \(line): \(run.output)\(run.errors)")
      }
    }
  }

  @Test("zsh loads its completion without an error")
  func zsh() async throws {
    let sandbox = try Sandbox()
    try sandbox.link("coatcheck")
    let script =
      "mkdir f; coatcheck completion zsh > f/_coatcheck; fpath=(f $fpath); autoload -U compinit; compinit -D -u; autoload +X _coatcheck && print ${_comps[coatcheck]}"
    let process = try sandbox.start(
      ["-f", "-c", "cd \(sandbox.folder); \(script)"], program: "zsh")
    #expect(await process.ended() == .exit(0))
    #expect(process.output == "_coatcheck\n" && process.errors.isEmpty, "\(process.errors)")
  }

  @Test("zsh completes commands, options and accounts")
  func zshCompletes() async throws {
    let (stage, _) = try await Stage.signedIn()
    try stage.sandbox.linkOnce("coatcheck")
    let script = """
      cd \(stage.sandbox.folder) && mkdir f && coatcheck completion zsh > f/_coatcheck
      zmodload zsh/zpty && zpty z zsh -f -i
      # Reads until a text is there, for two minutes at most.
      shows() {
        local out all n=0
        while (( n++ < 2400 )); do
          if zpty -rt z out; then all+=$out; [[ $all == *$1* ]] && return; else sleep 0.05; fi
        done
        print -r -- "no $1 in: $all"
      }
      zpty -w z 'fpath=(f $fpath); autoload -U compinit; compinit -u -D; print REA""DY'
      shows READY
      zpty -w -n z $'coatcheck swi\\t' && shows switch
      zpty -w -n z $'main --no\\t' && shows --none
      zpty -w -n z $'\\x15coatcheck token ma\\t' && shows main
      """
    let process = try stage.sandbox.start(
      ["-f", "-c", script], program: "zsh",
      variables: ["TERM": "xterm"])
    #expect(await process.ended() == .exit(0))
    #expect(process.output.isEmpty && process.errors.isEmpty, "\(process.output)\(process.errors)")
  }

  @Test("each command has a manual page, which man shows without a warning")
  func manual() async throws {
    let sandbox = try Sandbox()
    let folder = sandbox.folder + "/man1"
    _ = try await sandbox.run(["manual", folder], exits: 0)
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(pages.count > 25 && pages.contains("coatcheck-accounts-rename.1"))
    for page in pages {
      let process = try sandbox.start(
        ["--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-P", "cat", "\(folder)/\(page)"],
        program: "man",
        variables: ["LC_ALL": "C.UTF-8", "MANROFFSEQ": "", "MANWIDTH": "80"])
      #expect(await process.ended() == .exit(0))
      #expect(process.errors.isEmpty, "\(page): \(process.errors)")
      #expect(process.output.hasPrefix("COATCHECK"), "\(page)")
    }
  }

  @Test(
    "the nearest known word is suggested for a misspelled one",
    arguments: [
      ("tokne", "token"), ("acounts", "accounts"), ("lgoin", "login"), ("git", nil), ("x", nil),
      ("swithc", "switch"), ("", nil),
    ] as [(String, String?)])
  func suggestion(_ word: String, _ meant: String?) {
    let known = ["token", "accounts", "login", "switch", "exec"]
    #expect(Suggestion.nearest(to: word, among: known) == meant)
  }

  @Test("the hint suggests the nearest command or account")
  func meant() async throws {
    let (stage, _) = try await Stage.signedIn()
    let command = try await stage.run(["tokne"], exits: 2)
    #expect(command.errors.hasSuffix("hint: did you mean: coatcheck token\n"))
    let account = try await stage.run(["token", "mian"], exits: 3)
    #expect(account.errors.hasSuffix("hint: did you mean “main”?\n"))
  }
}
