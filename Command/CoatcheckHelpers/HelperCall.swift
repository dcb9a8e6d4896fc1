// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckCommand
public import CoatcheckOAuth

/// A program's call of its helper: what it asks, and for which account.
public struct HelperCall: Sendable {
  /// The helper.
  public let helper: any CredentialHelper
  /// What the program has sent on standard input.
  public let input: [UInt8]
  private let account: String?
  private let minimumLife: Double?

  /// All helpers.
  public static let helpers: [any CredentialHelper.Type] = [
    GitHelper.self, KubernetesHelper.self, DockerHelper.self, MailHelper.self, CurlHelper.self,
    NetrcHelper.self, KeyringHelper.self, CargoHelper.self, GoHelper.self, TerraformHelper.self,
    BazelHelper.self, GoogleHelper.self, AWSHelper.self,
  ]

  /// Reads a call.
  ///
  /// - Parameters:
  ///   - arguments: The helper's name, and its arguments.
  ///   - variable: Looks up an environment variable.
  ///   - readInput: Reads standard input to its end.
  /// - Throws: A usage failure.
  public init(
    _ arguments: [String], variable: (String) -> String?,
    readInput: () throws(CommandFailure) -> [UInt8]
  ) throws(CommandFailure) {
    guard let name = arguments.first, let type = Self.helpers.first(where: { $0.name == name })
    else {
      throw CommandFailure(
        .usage, "there is no helper “\(UntrustedText.printable(arguments.first ?? ""))”",
        hint: "there are: \(Self.helpers.map { $0.name }.joined(separator: ", "))")
    }
    let options = try HelperOptions(arguments.dropFirst())
    account = options.account
    minimumLife = options.minimumLife
    input = try Self.input(type, options.words, readInput)
    helper = try Self.helper(type, options.words, input, variable)
  }

  private static func input(
    _ type: any CredentialHelper.Type, _ words: [String],
    _ read: () throws(CommandFailure) -> [UInt8]
  ) throws(CommandFailure) -> [UInt8] {
    guard type.readsInput(words) else { return [] }
    return try read()
  }

  private static func helper<Helper: CredentialHelper>(
    _ type: Helper.Type, _ words: [String], _ input: [UInt8], _ variable: (String) -> String?
  ) throws(CommandFailure) -> any CredentialHelper {
    try Helper(words, input: input, variable: variable)
  }

  /// The arguments of `coatcheck` that a program means which it was started as: its own, or those of a helper where it was
  /// started by a link.
  ///
  /// - Parameter words: The name by which it was started, and its arguments.
  public static func arguments(_ words: [String]) -> [String] {
    let program = words.first.flatMap { $0.split(separator: "/").last.map(String.init) }
    let rest = Array(words.dropFirst())
    // Most calls are of `coatcheck token`, which have no time for a look at the links of all helpers.
    guard let program, program != "coatcheck",
      let helper = helpers.first(where: { $0.links.contains(program) })
    else { return rest }
    return ["helper", helper.name] + rest
  }

  /// What is to be done.
  public enum Action: Sendable {
    /// The answer is known.
    case answer(HelperOutput)
    /// A credential of this account, which lasts so many seconds; one that replaces the last one where `life` is nil.
    case credential(account: String?, form: CredentialForm, life: Double?)
    /// This token of an account was not accepted.
    case rejected(Secret, account: String?)
  }

  /// What is to be done, by the user's list of places.
  public func action(by rules: PlaceRules) throws(CommandFailure) -> Action {
    let question = helper.question
    if case .answer(let output) = question.purpose { return .answer(output) }
    var account = self.account ?? question.account
    var form = CredentialForm()
    if let place = question.place {
      // What a program is configured with may come from others: a checkout, a file of a cluster. So `--account` chooses
      // among the accounts of a place, and gives none to a place that has none.
      guard let rule = rules.rule(for: place, account: account, username: question.username) else {
        return .answer(helper.unknownPlace)
      }
      account = rule.account
      form = rule.form
    }
    if let token = question.token { form.token = token }
    switch question.purpose {
    case .answer(let output): return .answer(output)
    case .rejected(let token): return .rejected(token, account: account)
    case .replacement: return .credential(account: account, form: form, life: nil)
    case .credential:
      let life = minimumLife ?? form.minimumLife ?? type(of: helper).minimumLife
      return .credential(account: account, form: form, life: life)
    }
  }

  /// The credential as the one that the program was given, where that says something of the next call; else nil.
  public func given(_ credential: Credential, of session: StoredSession) -> GivenCredential? {
    guard type(of: helper).asksAgainAfterRejection, let place = helper.question.place else {
      return nil
    }
    return GivenCredential(credential, of: session, at: place)
  }
}
