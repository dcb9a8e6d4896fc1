// SPDX-License-Identifier: Apache-2.0
package import CoatcheckIssuer
import CoatcheckJOSE

/// Decides the outcome of an entered one-time code, inside the transaction of a store.
package enum CodeRule {
  /// Compares an entered code with the stored code of the same key.
  ///
  /// The store then removes a code that was ``CodeAttempt/right`` or has no attempts left, stores the
  /// number of attempts left after another wrong one, and changes nothing when it is ``CodeAttempt/gone``.
  package static func decide(
    _ typed: TypedCode, for sent: OneTimeCode?, at now: StoredTime
  ) -> CodeAttempt {
    // A code is valid only on the installation that requested it. An attempt from another one is not counted,
    // or an attacker could use up the attempts of another user's code.
    guard let sent, sent.key == typed.key, sent.device.utf8.elementsEqual(typed.device.utf8),
      now < StoredTime(sent.expiresAt), sent.tries > 0
    else { return .gone }
    return ConstantTime.equal(sent.digest, typed.digest) ? .right : .wrong(left: sent.tries - 1)
  }
}
