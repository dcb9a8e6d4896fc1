// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Faults of the authorization response. The client must send no token request after any of these.
extension Fault {
  /// The response has another `state` than the request.
  public static var wrongState: Fault {
    Fault { $0.callback = { answer, _ in answer["state"] = "another-state-0123456789" } }
  }
  /// The response has no `state`.
  public static var missingState: Fault {
    Fault { $0.callback = { answer, _ in answer["state"] = nil } }
  }
  /// The response has the `iss` of another issuer.
  public static var wrongIssuerInResponse: Fault {
    Fault { $0.callback = { answer, site in answer["iss"] = site.issuer + "/other" } }
  }
  /// The response has no `iss`, although the metadata announces it.
  public static var noIssuerInResponse: Fault {
    Fault { $0.callback = { answer, _ in answer["iss"] = nil } }
  }
  /// The response is an error response with the request's state and another issuer. The client must not
  /// attribute it to its provider.
  public static var errorOfAnotherIssuer: Fault {
    Fault {
      $0.callback = { answer, site in
        answer["code"] = nil
        answer["error"] = "access_denied"
        answer["iss"] = site.issuer + "/other"
      }
    }
  }
  /// The user denies the request: `access_denied`. The client must report it.
  public static var deniesAccess: Fault {
    Fault {
      $0.callback = { answer, _ in
        answer["code"] = nil
        answer["error"] = "access_denied"
        answer["error_description"] = "The user denied the request."
      }
    }
  }
  /// `login_required`, the response to `prompt=none` when no user is signed in. This is allowed.
  public static var loginRequired: Fault {
    Fault {
      $0.callback = { answer, _ in
        answer["code"] = nil
        answer["error"] = "login_required"
      }
    }
  }
  /// The logout response has another `state` than the request. The client must treat it as an error.
  public static var otherStateAfterLogout: Fault {
    Fault { $0.loggedOut = { answer, _ in answer["state"] = "another-state-0123456789" } }
  }
  /// The logout response has no `state`. The client must treat it as an error.
  public static var noStateAfterLogout: Fault {
    Fault { $0.loggedOut = { answer, _ in answer["state"] = nil } }
  }
}
