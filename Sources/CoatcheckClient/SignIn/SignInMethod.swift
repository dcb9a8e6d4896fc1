// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// How a user at this machine is asked to sign in.
public enum SignInMethod: String, Sendable, Hashable, CaseIterable {
  /// A browser of this machine, which is redirected to a port of this machine.
  case browser
  /// The device authorization grant: the user enters a code on another device.
  case device
  /// A browser on any machine. The user pastes back the URL to which it is redirected.
  case pasteBack
  /// A printed URL, to open in a browser that can reach a port of this machine.
  case printedAddress
  /// A sheet above the app, which shows the page in the system's browser, on Apple's systems.
  case sheet

  /// The method that suits the environment and the authorization server, best first: a browser where
  /// there is a screen; else the device authorization grant, if the server supports it; else pasting
  /// back, if the user can type; else a printed URL. In an app a sheet, if it can receive the redirect
  /// URI, else a browser; on a television or a watch the device authorization grant before either.
  ///
  /// - Parameters:
  ///   - signInEnvironment: The environment of the program.
  ///   - metadata: The metadata of the authorization server.
  ///   - redirectURI: The redirect URI of the client; nil for a port of this machine.
  ///   - command: The command to run where the user can be asked, for the text of the error; nil for
  ///     none.
  /// - Throws: `misused` with `interactionRequired` where the user cannot be asked; nothing was shown
  ///   or sent.
  public static func automatic(
    for signInEnvironment: SignInEnvironment, metadata: ServerMetadata,
    redirectURI: String? = nil, command: String? = nil
  ) throws(OAuthError) -> SignInMethod {
    switch signInEnvironment.place {
    case .desktop: return .browser
    case .background: throw .interactionRequired(command: command)
    case .appliance where metadata.signsInDevices: return .device
    case .app, .appliance: return SheetCallback.isReceived(redirectURI) ? .sheet : .browser
    case .remote, .headless:
      if metadata.signsInDevices { return .device }
      return signInEnvironment.terminal == .full ? .pasteBack : .printedAddress
    }
  }
}

extension ServerMetadata {
  /// Whether the authorization server supports the device authorization grant.
  var signsInDevices: Bool {
    deviceAuthorizationEndpoint != nil
      && grantTypesSupported?.contains(DeviceTokenExchange.grantType) != false
  }
}

extension OAuthError {
  /// The error when the user has to be asked, and cannot or may not be.
  package static func interactionRequired(command: String?) -> OAuthError {
    let advice = command.map { "run at a terminal or on a desktop: \($0)" }
    return OAuthError(
      outcome: .misused, code: .interactionRequired,
      reason: "The user has to sign in, and cannot be asked here; "
        + (advice ?? "sign in at a terminal or on a desktop."))
  }
}
