// SPDX-License-Identifier: Apache-2.0
package import CoatcheckIssuer
import CoatcheckJOSE

/// Decides what comes of a typed code, inside the transaction of a store.
package enum CodeRule {
  /// Compares a typed code with the one that was sent for the same thing.
  ///
  /// The store then removes a code that was ``CodeAttempt/right`` or has no tries left, keeps the number of
  /// tries left after another wrong one, and changes nothing when it is ``CodeAttempt/gone``.
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
