// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Signs a user in with the device authorization grant: the user enters a code on another device.
public struct DeviceSignIn: SignInFlow {
  /// Shows the user code and the verification URI to the user, and returns.
  public typealias Prompt = @Sendable (DeviceAuthorization) async throws(OAuthError) -> Void

  private let deadline: Duration?
  private let prompt: Prompt?

  /// Creates the flow.
  ///
  /// - Parameters:
  ///   - deadline: How long the user may take, if the codes last longer; nil for the deadline of the
  ///     client's ``SystemSignIn``, or 30 minutes.
  ///   - prompt: Shows the user code and the verification URI to the user; nil for the prompt of the
  ///     client's ``SystemSignIn``, or the terminal.
  public init(deadline: Duration? = nil, prompt: Prompt? = nil) {
    self.deadline = deadline
    self.prompt = prompt
  }

  /// True: the user enters a code on another device.
  public var asksUser: Bool { true }

  /// Sends the device authorization request, shows the user code, and waits until the user has decided.
  ///
  /// - Throws: As ``DeviceFlow/begin(scopes:extra:)`` and ``PendingDeviceSignIn/finish(storedAs:)``;
  ///   `misused` naming `devicePrompt` in an app that does not show the code: nothing was requested
  ///   then.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    let system = context.presenter?.system ?? .automatic
    let prompt = prompt ?? system.devicePrompt
    if prompt == nil, system.isInApp {
      throw .misused(
        "devicePrompt", "An app has no terminal: it has to show the code of the device itself.")
    }
    system.willPrompt(.device)
    let limit = deadline ?? (context.presenter?.system?.deadline ?? .seconds(1800))
    let pending = try await DeviceFlow(context, deadline: limit).begin(
      scopes: context.request.scopes, extra: context.request.options.extra)
    if let prompt {
      try await prompt(pending.authorization)
    } else {
      system.terminal.show(pending.authorization)
    }
    return try await pending.finish(storedAs: name)
  }
}

extension SignInFlow where Self == DeviceSignIn {
  /// With a code that the user enters on another device, shown on the terminal.
  public static var device: DeviceSignIn { DeviceSignIn() }

  /// With a code that the user enters on another device, shown by the app.
  ///
  /// - Parameter prompt: Shows the user code and the verification URI to the user, and returns.
  public static func device(prompt: @escaping DeviceSignIn.Prompt) -> DeviceSignIn {
    DeviceSignIn(prompt: prompt)
  }
}

extension SignInTerminal {
  /// Shows the address and the code, and a picture of the address where the terminal can.
  func show(_ authorization: DeviceAuthorization) {
    SignInMessages.device(authorization).forEach(show)
    // RFC 8628 §3.3.1: the complete address "is designed for non-textual transmission", as in a QR code.
    let address = authorization.verificationURIComplete ?? authorization.verificationURI
    if let showPicture, let picture = QRCode(address.text) {
      showPicture(picture.lines(usesColour: true))
    }
  }
}
