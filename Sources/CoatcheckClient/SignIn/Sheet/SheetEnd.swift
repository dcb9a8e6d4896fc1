// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// The end of a sheet, as the system reports it.
enum SheetEnd: Sendable, Equatable {
  /// The page was redirected to this callback URL.
  case callback(String)
  /// There is no callback.
  case failed(SheetFailure)
}

/// Why a sheet ended without a callback.
///
/// The codes are those of
/// [ASWebAuthenticationSessionError](https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror-swift.struct/code),
/// as numbers: tvOS and watchOS have fewer names.
struct SheetFailure: Error, Sendable, Equatable {
  /// The user closed the sheet or refused it, or it was not shown at all.
  static let cancelled = 1
  /// There is no window to show it on.
  static let noWindow = 2
  /// The window cannot show it: it has no scene, or its scene is not in the foreground.
  static let inactiveWindow = 3

  /// The maximum length of a system text that an error repeats, in characters.
  private static let maximumLength = 300

  /// The code; nil for an error of another kind.
  let code: Int?
  /// The details that the system reports. A user who closes the sheet causes no details.
  let details: String?

  /// - Parameters:
  ///   - code: The code.
  ///   - information: The details that the system reports.
  init(code: Int, information: [String: Any]) {
    self.code = code
    // The keys of NSError for a reason, a description and a text for developers.
    let texts = ["NSLocalizedFailureReason", "NSLocalizedDescription", "NSDebugDescription"]
    let text = texts.lazy.compactMap { information[$0] as? String }.first { !$0.isEmpty }
    let names = information.keys.sorted().joined(separator: ", ")
    details = information.isEmpty ? nil : String((text ?? names).prefix(Self.maximumLength))
  }

  private init() {
    code = nil
    details = nil
  }

  /// An error of another kind.
  static let unknown = SheetFailure()

  /// Whether the user ended it.
  var isByUser: Bool { code == Self.cancelled && details == nil }

  /// The error that the sign-in ends with.
  var error: OAuthError {
    switch (code, details) {
    case (Self.cancelled, nil): .userCancelled("The user closed the sign-in page.")
    // The same code is used for sheets that were never shown: a wrong header field, an https
    // callback whose host does not name the app, a system that lets no sheet appear.
    case (Self.cancelled, let details?):
      .misused("sheet", "The system did not show the sign-in page: \(details)")
    case (Self.noWindow, _):
      .misused("anchor", "The sign-in sheet has no window to appear on.")
    case (Self.inactiveWindow, _):
      .misused(
        "anchor", "The window for the sign-in sheet has no scene that is active in the foreground.")
    default: .unreachable(.connectionFailed, "The system ended the sign-in page with an error.")
    }
  }
}
