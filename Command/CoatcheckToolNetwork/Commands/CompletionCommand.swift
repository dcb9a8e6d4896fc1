// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckCommand

/// `coatcheck completion SHELL`.
struct CompletionCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Print what a shell needs to complete command lines.",
    discussion: """
      bash: source <(coatcheck completion bash)
      zsh: coatcheck completion zsh > a file “_coatcheck” in a folder of fpath
      fish: coatcheck completion fish > ~/.config/fish/completions/coatcheck.fish

      make install puts all three where the shells look for them.
      """)

  @Argument(help: "bash, zsh or fish.", completion: .list(["bash", "zsh", "fish"]))
  var shell: String

  @OptionGroup(visibility: .hidden) var output: OutputOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    guard let shell = CompletionShell(rawValue: shell) else {
      throw CommandFailure(
        .usage, "there is no completion for “\(UntrustedText.printable(shell))”",
        hint: "there are: bash, zsh, fish")
    }
    try context.terminal.answer(RootCommand.completionScript(for: shell))
    return .success
  }
}

extension CompletionKind {
  /// The names of the stored accounts.
  static var accounts: CompletionKind {
    .shellCommand("coatcheck accounts list 2>/dev/null | cut -f1")
  }
}
