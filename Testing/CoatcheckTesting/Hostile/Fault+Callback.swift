// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// What comes back through the browser. A client must send no token request after any of these.
extension Fault {
  /// `state` of the answer is another than was sent.
  public static var wrongState: Fault {
    Fault { $0.callback = { answer, _ in answer["state"] = "another-state-0123456789" } }
  }
  /// The answer has no `state`.
  public static var missingState: Fault {
    Fault { $0.callback = { answer, _ in answer["state"] = nil } }
  }
  /// `iss` of the answer is another issuer's.
  public static var wrongIssuerInResponse: Fault {
    Fault { $0.callback = { answer, site in answer["iss"] = site.issuer + "/other" } }
  }
  /// The answer has no `iss`, which the metadata promises.
  public static var noIssuerInResponse: Fault {
    Fault { $0.callback = { answer, _ in answer["iss"] = nil } }
  }
  /// The answer is an error, under the state that was sent, and names another issuer. A client must not
  /// take it for its provider's word.
  public static var errorOfAnotherIssuer: Fault {
    Fault {
      $0.callback = { answer, site in
        answer["code"] = nil
        answer["error"] = "access_denied"
        answer["iss"] = site.issuer + "/other"
      }
    }
  }
  /// The provider says no, rightly: `access_denied`. A client must say so.
  public static var deniesAccess: Fault {
    Fault {
      $0.callback = { answer, _ in
        answer["code"] = nil
        answer["error"] = "access_denied"
        answer["error_description"] = "The person said no."
      }
    }
  }
  /// `login_required`, as a provider answers to `prompt=none` when nobody is signed in. It is right.
  public static var loginRequired: Fault {
    Fault {
      $0.callback = { answer, _ in
        answer["code"] = nil
        answer["error"] = "login_required"
      }
    }
  }
  /// After signing out, `state` is another than was sent. A client must treat it as an error.
  public static var otherStateAfterLogout: Fault {
    Fault { $0.loggedOut = { answer, _ in answer["state"] = "another-state-0123456789" } }
  }
  /// After signing out, the answer has no `state`. A client must treat it as an error.
  public static var noStateAfterLogout: Fault {
    Fault { $0.loggedOut = { answer, _ in answer["state"] = nil } }
  }
}
