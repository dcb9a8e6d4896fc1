// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Logging

extension Session {
  /// Signs out: revokes the tokens at the issuer, and forgets the session here.
  ///
  /// Forgetting happens in any case, even when the issuer isn't reached or the task is cancelled; a
  /// refresh under way is waited for, so that its tokens are revoked as well. The person may still be
  /// signed in at the issuer's own pages.
  ///
  /// Specification: [RFC 7009](https://www.rfc-editor.org/rfc/rfc7009).
  ///
  /// - Returns: What was done. It may be ignored.
  @discardableResult
  public func signOut() async -> SignOutReport {
    // A task of its own: half a sign-out is worse than a late one.
    await Task { await self.signOutWholly() }.value
  }

  private func signOutWholly() async -> SignOutReport {
    var report: SignOutReport
    do {
      report = try await store.withExclusiveAccess(to: account) {
        await self.revokeAndForget()
      }
    } catch {
      // Without the lock, another program may be refreshing: what it stores then is a session of its own.
      report = await revokeAndForget()
    }
    state.end(.ended(.signedOut), .signedOut)
    logger.debug("signed out", metadata: ["complete": "\(report.isComplete)"])
    return report
  }

  private func revokeAndForget() async -> SignOutReport {
    var report = SignOutReport()
    let newest = try? await store.session(account)
    if let tokens = newest ?? stored {
      // RFC 7009 §2.1: "If the particular token is a refresh token and the authorization server supports
      // the revocation of access tokens, then the authorization server SHOULD also invalidate all access
      // tokens based on the same authorization grant". It need not, so both are revoked.
      report.steps.append(
        (.revokeRefreshToken, await revoke(tokens.refreshToken, .refreshToken, of: tokens)))
      report.steps.append(
        (.revokeAccessToken, await revoke(tokens.accessToken, .accessToken, of: tokens)))
    }
    do throws(OAuthError) {
      try await store.remove(account)
      report.steps.append((.forgetLocally, .done))
    } catch {
      report.steps.append((.forgetLocally, .failed(error)))
    }
    return report
  }

  private func revoke(
    _ token: Secret?, _ hint: RevocationExchange.Hint, of stored: StoredSession
  ) async -> SignOutReport.Outcome {
    guard let token else { return .skipped(reason: "There is no such token.") }
    guard let endpoint = stored.revocationEndpoint else {
      return .skipped(reason: "The issuer can't revoke tokens.")
    }
    do throws(OAuthError) {
      _ = try await transport.perform(
        RevocationExchange(token: token, hint: hint, client: stored.client, endpoint: endpoint),
        environment: environment)
      return .done
    } catch  where error.code == .unsupportedTokenType {
      return .skipped(reason: "The issuer can't revoke this kind of token.")
    } catch {
      return .failed(error)
    }
  }
}
