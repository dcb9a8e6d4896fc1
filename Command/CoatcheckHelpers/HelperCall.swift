// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckCommand
public import CoatcheckOAuth

/// The call of a helper by another program: the request, and the options that all helpers share.
public struct HelperCall: Sendable {
  /// The helper, which has parsed the request.
  public let helper: any CredentialHelper
  /// The bytes of standard input; empty if the helper does not read it.
  public let input: [UInt8]
  private let account: String?
  private let minimumLife: Double?

  /// The types of all helpers.
  public static let helpers: [any CredentialHelper.Type] = [
    GitHelper.self, KubernetesHelper.self, DockerHelper.self, MailHelper.self, CurlHelper.self,
    NetrcHelper.self, KeyringHelper.self, CargoHelper.self, GoHelper.self, TerraformHelper.self,
    BazelHelper.self, GoogleHelper.self, AWSHelper.self,
  ]

  /// Parses a call.
  ///
  /// - Parameters:
  ///   - arguments: The helper's name and its arguments, with `--account` and `--min-life` among them.
  ///   - variable: Returns the value of an environment variable by its name; nil if it is unset.
  ///   - readInput: Reads standard input to its end; it is called at most once.
  /// - Throws: A failure with `ExitStatus.usage` when there is no such helper, an option is invalid, or the
  ///   helper refuses the request (``CredentialHelper/init(_:input:variable:)``); the failure of
  ///   `readInput`.
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

  /// The arguments of `coatcheck`, after its name. A start by the link of a helper becomes `helper NAME …`.
  ///
  /// - Parameter words: The name or path by which the program was started, and its arguments.
  public static func arguments(_ words: [String]) -> [String] {
    let program = words.first.flatMap { $0.split(separator: "/").last.map(String.init) }
    let rest = Array(words.dropFirst())
    // `coatcheck token` is the most frequent call and must start fast: it skips the search of all helpers'
    // links.
    guard let program, program != "coatcheck",
      let helper = helpers.first(where: { $0.links.contains(program) })
    else { return rest }
    return ["helper", helper.name] + rest
  }

  /// What the command does for a call.
  public enum Action: Sendable {
    /// Write this output: the request needs no credential, or its place is not on the user's list.
    case answer(HelperOutput)
    /// Hand out a credential that lasts at least `life` seconds. Where `life` is nil, the session is
    /// refreshed in any case. The account is nil if neither the call nor the list of places names one.
    case credential(account: String?, form: CredentialForm, life: Double?)
    /// A server has rejected this token: the next call must not get it again.
    case rejected(Secret, account: String?)
  }

  /// Decides what the command does. A program that names a place gets a credential only by a rule for that
  /// place; `--account` selects among these rules.
  ///
  /// - Parameter rules: The user's list of places.
  /// - Returns: The action; ``CredentialHelper/unknownPlace`` for a place without a rule.
  public func action(by rules: PlaceRules) -> Action {
    let question = helper.question
    if case .answer(let output) = question.purpose { return .answer(output) }
    var account = self.account ?? question.account
    var form = CredentialForm()
    if let place = question.place {
      // A program's configuration may come from a third party: a checkout, the file of a cluster. So
      // `--account` only selects among the accounts that the user's list gives to this place.
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

  /// The record that the program is given a credential.
  ///
  /// - Parameters:
  ///   - credential: The credential.
  ///   - session: The session that it is from.
  /// - Returns: Nil unless the program repeats its call after a rejection
  ///   (``CredentialHelper/asksAgainAfterRejection``) and names a place.
  public func given(_ credential: Credential, of session: StoredSession) -> GivenCredential? {
    guard type(of: helper).asksAgainAfterRejection, let place = helper.question.place else {
      return nil
    }
    return GivenCredential(credential, of: session, at: place)
  }
}
