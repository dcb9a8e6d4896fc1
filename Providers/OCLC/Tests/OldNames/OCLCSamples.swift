// SPDX-License-Identifier: Apache-2.0

// The calls of the sample that the document is about, with no other import than the module of the old names and
// Foundation.
import CoatcheckOCLCOldNames
import Foundation

/// The sample's view controller, without its buttons and labels.
@MainActor
final class OCLCSamples: AuthenticationDelegate {
  var requestParameters: [AnyHashable: Any]?
  var resultParameters: [AnyHashable: Any]?
  var authenticationWebView: OCLC_AuthenticationUIWebView?
  /// The calls for the activity indicator: true shows it, false hides it.
  var indicator: [Bool] = []
  /// Called at the end of the sample.
  var done: (Bool, [AnyHashable: Any]) -> Void = { _, _ in }

  /// Lines 17 to 49: the parameters are in a file.
  func authenticate(_ file: URL, _ prepare: (OCLC_AuthenticationUIWebView) -> Void) throws {
    requestParameters =
      try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
      as? [AnyHashable: Any]

    let authenticationWebView = OCLC_AuthenticationUIWebView(
      frame: CGRect(x: 0, y: 20, width: 320, height: 380))
    authenticationWebView.authenticationDelegate = self
    prepare(authenticationWebView)
    self.authenticationWebView = authenticationWebView

    // Make the token request.
    authenticationWebView.getToken(requestParameters)
  }

  func authenticatedSuccess(_ success: Bool, result: [AnyHashable: Any]!) {
    resultParameters = result
    done(success, result)
  }

  func displayActivityIndicator() { indicator.append(true) }
  func hideActivityIndicator() { indicator.append(false) }
}
