// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import HTTPTypes
import TestKit

/// The pages of the tested website, the same in every framework.
enum SitePages {
  /// What a page requires of its user.
  enum Need {
    case nothing
    case user
    case requirement(AuthenticationRequirement)
    case group(String)
    case connection(String)
  }

  static let payment = AuthenticationRequirement(acr: ["urn:example:mfa"])
  static let recent = AuthenticationRequirement(maxAge: .seconds(600))

  static func need(_ path: String) -> Need? {
    switch path {
    case "/", "/styles.css": .nothing
    case "/albums", "/token", "/count", "/call": .user
    case "/pay": .requirement(payment)
    case "/recent": .requirement(recent)
    case "/admin": .group("admin")
    case "/pictures": .connection("pictures")
    default: nil
    }
  }

  static func text(_ path: String, _ session: WebSession?) async -> (status: Int, text: String) {
    switch path {
    case "/": (200, "Hello, \(session?.user["name"] ?? session?.user.subject ?? "visitor")")
    case "/albums", "/call": (200, "Albums of \(session?.user.subject ?? "no user")")
    case "/token":
      if let session {
        await token(session)
      } else {
        (500, "no session")
      }
    case "/count":
      if let session {
        await count(session)
      } else {
        (500, "no session")
      }
    case "/pay", "/recent", "/admin": (200, "Secret of \(session?.user.subject ?? "no user")")
    default: (404, "no such page")
    }
  }

  /// The page of the account that the user has connected.
  static func pictures(_ session: Session) async -> (status: Int, text: String) {
    do throws(OAuthError) {
      return (200, "Pictures of \(try await session.userInfo().subject)")
    } catch {
      return (502, "\(error.code.rawValue) \(error.errorClass)")
    }
  }

  /// Counts the visits of the page in the session.
  private static func count(_ session: WebSession) async -> (status: Int, text: String) {
    do throws(OAuthError) {
      try await session.update { data in
        data["visits"] = .number(JSONNumber((data["visits"]?.intValue ?? 0) + 1))
      }
      return (200, "visits \(session.data["visits"]?.intValue ?? 0)")
    } catch {
      return (502, "\(error.code.rawValue) \(error.errorClass)")
    }
  }

  private static func token(_ session: WebSession) async -> (status: Int, text: String) {
    do throws(OAuthError) {
      // A real page must not show a token; this one does, for comparison.
      return (200, "token \(try await session.accessToken().reveal())")
    } catch {
      return (502, "\(error.code.rawValue) \(error.errorClass)")
    }
  }
}
