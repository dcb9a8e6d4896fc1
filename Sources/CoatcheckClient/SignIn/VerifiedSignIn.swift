// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

/// A finished sign-in: its session, which is not stored yet, and the verified ID token.
package struct VerifiedSignIn: Sendable {
  /// The session.
  package let session: StoredSession
  /// The verified ID token; nil when none was requested.
  package let identity: IDToken?
}
