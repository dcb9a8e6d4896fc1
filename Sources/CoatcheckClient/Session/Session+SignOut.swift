// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Logging

extension Session {
  /// Signs out by a plan: revokes the tokens at the authorization server, removes the session here, and
  /// shows the user the page that ends the login session.
  ///
  /// The session ends here in any case, even when the authorization server is not reached or the task is
  /// cancelled; a refresh under way is waited for, so that its tokens are revoked as well. Only the last
  /// step, which waits for the user, ends early when the task is cancelled. Errors are in the report.
  ///
  /// [RFC 7009](https://www.rfc-editor.org/rfc/rfc7009),
  /// [OpenID Connect RP-Initiated Logout 1.0](https://openid.net/specs/openid-connect-rpinitiated-1_0.html).
  ///
  /// - Parameters:
  ///   - plan: What to do besides removing the session here.
  ///   - userAgent: What shows the page of the authorization server; without one the report holds its
  ///     address.
  /// - Returns: What was done, step by step. It may be ignored.
  @discardableResult
  public func signOut(
    _ plan: SignOutPlan = .standard, userAgent: (any UserAgent)? = nil
  ) async -> SignOutReport {
    // A separate task, so that a cancellation does not leave the sign-out half done.
    var (report, tokens) = await Task { await self.signOutHere(plan) }.value
    if let way = plan.endsProviderSession {
      await endProviderSession(of: tokens, returning: way, userAgent, in: &report)
    }
    logger.debug("signed out", metadata: ["complete": "\(report.isComplete)"])
    return report
  }

  private func signOutHere(_ plan: SignOutPlan) async -> (SignOutReport, StoredSession?) {
    let outcome: (SignOutReport, StoredSession?)
    do {
      outcome = try await store.withExclusiveAccess(to: account) {
        await self.revokeAndForget(plan)
      }
    } catch {
      // The sign-out continues without the lock. A program that refreshes meanwhile stores a session of
      // its own.
      outcome = await revokeAndForget(plan)
    }
    state.end(.ended(.signedOut), .signedOut)
    return outcome
  }

  private func revokeAndForget(_ plan: SignOutPlan) async -> (SignOutReport, StoredSession?) {
    var report = SignOutReport()
    var tokens = (try? await store.session(account)) ?? stored
    // A refresh token behind the user's presence is revoked if the user may be prompted for it now.
    if plan.revokesTokens, let found = tokens {
      tokens = (try? await store.renewable(found)) ?? found
    }
    if plan.revokesTokens, let tokens {
      // RFC 7009 §2.1: "If the particular token is a refresh token and the authorization server
      // supports the revocation of access tokens, then the authorization server SHOULD also
      // invalidate all access tokens based on the same authorization grant". It need not, so both
      // are revoked.
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
    return (report, tokens)
  }

  private func revoke(
    _ token: Secret?, _ hint: RevocationExchange.Hint, of stored: StoredSession
  ) async -> SignOutReport.Outcome {
    guard let token else {
      let isGuarded = hint == .refreshToken && stored.guardedItem != nil
      return .skipped(
        reason: isGuarded
          ? "It is behind the user's presence, and no prompt was allowed."
          : "There is no such token.")
    }
    guard let endpoint = stored.revocationEndpoint else {
      return .skipped(reason: "The authorization server has no revocation endpoint.")
    }
    if stored.dialect.revocations == .sessionToken {
      guard hint == .refreshToken else {
        return .skipped(reason: "It ends with the session.")
      }
      return await endSession(by: token, at: endpoint, of: stored)
    }
    do throws(OAuthError) {
      _ = try await transport.perform(
        RevocationExchange(token: token, hint: hint, client: stored.client, endpoint: endpoint),
        environment: environment)
      return .done
    } catch  where error.code == .unsupportedTokenType {
      return .skipped(reason: "The authorization server cannot revoke this kind of token.")
    } catch {
      return .failed(error)
    }
  }
  private func endSession(
    by token: Secret, at endpoint: Endpoint, of stored: StoredSession
  ) async -> SignOutReport.Outcome {
    do throws(OAuthError) {
      try await transport.perform(
        SessionEndExchange(token: token, endpoint: endpoint, dialect: stored.dialect),
        environment: environment)
      return .done
    } catch {
      return .failed(error)
    }
  }
}
