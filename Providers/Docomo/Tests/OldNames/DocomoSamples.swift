// SPDX-License-Identifier: Apache-2.0

// The samples of the document, line by line, with no other import than the module of the old names. Capital letters
// stand for what the document leaves to the app.
import CoatcheckDocomoOldNames

@MainActor
final class DocomoSamples {
  let CLIENT_ID: String
  let CLIENT_SECRET: String
  let REDIRECT_URI: String
  let STORE_KEY: String?
  let ACCESSIBILITY: CFTypeRef?
  let controller = UINavigationController()
  /// Called where a sample says "check error" or "use context".
  var checkError: (any Error) -> Void = { _ in }
  var useContext: (DCAuthenticationContext) -> Void = { _ in }

  init(
    _ id: String, _ secret: String, _ redirect: String, _ key: String?, _ accessibility: CFTypeRef?
  ) {
    (CLIENT_ID, CLIENT_SECRET, REDIRECT_URI) = (id, secret, redirect)
    (STORE_KEY, ACCESSIBILITY) = (key, accessibility)
  }

  /// Lines 46 to 65, with the arguments of line 7.
  func line46() {
    let scopes = [
      DCScope.photoGetContentsList(),
      DCScope.photoGetContent(),
      DCScope.photoUploadContent(),
      DCScope.photoGetVacantSize(),
      DCScope.photoUpdateRotateInfo(),
      DCScope.photoUpdateTrashInfo(),
      DCScope.photoGetGroupInfo(),
      DCScope.phonebookAllowedFriendsBidirectional(),
      DCScope.phonebookPostFeed(),
      DCScope.phonebookAddContact(),
      DCScope.databoxAll(),
      DCScope.userid(),
    ]

    DCAuthority.authenticate(
      on: controller,
      withClientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      redirectUri: REDIRECT_URI,
      scopes: scopes,
      storeKey: STORE_KEY,
      accessibility: ACCESSIBILITY,
      block: { context, error in
        if error != nil {
          // check error.
          self.checkError(error!)
        } else {
          // use context.
          self.useContext(context!)
        }
      })
  }

  /// Line 90, with the block of line 61.
  func line90(_ authenticationContext: DCAuthenticationContext?) {
    DCAuthority.refreshToken(
      with: authenticationContext,
      block: { context, error in
        if error != nil {
          // check error.
          self.checkError(error!)
        } else {
          // use context.
          self.useContext(context!)
        }
      })
  }
}
