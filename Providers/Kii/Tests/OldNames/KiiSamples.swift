// SPDX-License-Identifier: Apache-2.0

// The samples of the document, line by line, with no other import than the module of the old names and Foundation. The
// Swift 3 samples stand as they are; those in Objective-C are translated.
import CoatcheckKiiOldNames
import Foundation

@MainActor
final class KiiSamples {
  /// The app's own storage.
  var kept: [String] = []
  /// Called where a sample says "Handle the error."
  var handle: (any Error) -> Void = { _ in }
  /// Called at the end of a sample without an error.
  var done: (KiiUser?) -> Void = { _ in }

  func storeToken(_ token: String) { kept.append(token) }
  func getStoredToken() -> String { kept.last ?? "" }

  /// Lines 7 to 19.
  func line7() {
    // Assume that a user has logged in.

    // Method #1: Get an access token from the accessToken property.
    let token1 = KiiUser.current()!.accessToken

    // Method #2: Get an access token with the accessTokenDictionary() method.
    let dictionary = KiiUser.current()!.accessTokenDictionary()!
    let token2 = dictionary["access_token"] as! NSString

    // Securely store the access token in the storage with your own function.
    for token in [token1!, token2.substring(from: 0)] {
      storeToken(token)
    }
  }

  /// Lines 21 to 33.
  func line21() {
    // Assume that a user has logged in.

    // Method #1: Get an access token from the accessToken property.
    var token = KiiUser.current().accessToken
    storeToken(token!)

    // Method #2: Get an access token with the accessTokenDictionary method.
    let dictionary = KiiUser.current().accessTokenDictionary()
    token = (dictionary!["access_token"] as! NSString).substring(from: 0)

    // Securely store the access token in the storage with your own function.
    self.storeToken(token!)
  }

  /// Lines 39 to 48.
  func line39() {
    // Get an access token from the storage with your own function.
    let token = getStoredToken()

    do {
      // Authenticate a user with the access token.
      try KiiUser.authenticate(withTokenSynchronous: token)
    } catch let error as NSError {
      // Handle the error.
      handle(error)
      return
    }
    done(KiiUser.current())
  }

  /// Lines 49 to 58.
  func line49() {
    // Get an access token from the storage with your own function.
    let token = getStoredToken()

    // Authenticate a user with the access token.
    // swift-format-ignore
    KiiUser.authenticate(withToken: token, andBlock:{(usr , error )->Void in
      if (error != nil) {
        // Handle the error.
        self.handle(error!)
        return
      }
      self.done(usr)
    })
  }

  /// Lines 62 to 73.
  func line62() {
    var error: NSError?

    // Get an access token from the storage with your own function.
    let token = self.getStoredToken()

    // Authenticate a user with the access token.
    do {
      try KiiUser.authenticate(withTokenSynchronous: token)
    } catch let thrown as NSError {
      error = thrown
    }
    if error != nil {
      // Handle the error.
      handle(error!)
      return
    }
    done(KiiUser.current())
  }

  /// Lines 74 to 84.
  func line74() {
    // Get an access token from the storage with your own function.
    let token = self.getStoredToken()

    // Authenticate a user with the access token.
    KiiUser.authenticate(
      withToken: token,
      andBlock: { user, error in
        if error != nil {
          // Handle the error.
          self.handle(error!)
          return
        }
        self.done(user)
      })
  }
}
