// SPDX-License-Identifier: Apache-2.0
package import CoatcheckIssuer
import CoatcheckJOSE

/// Decides what comes of a typed code, inside the transaction of a store.
package enum CodeRule {
  /// Compares a typed code with the one that was sent for the same thing.
  ///
  /// The store then removes a code that was ``CodeTrial/right`` or has no tries left, keeps the number of
  /// tries left after another wrong one, and changes nothing when it is ``CodeTrial/gone``.
  package static func decide(
    _ typed: TypedCode, for sent: OneTimeCode?, at now: StoredTime
  ) -> CodeAttempt {
    // Rule R9: a code is good only on the installation that asked for it. A stranger's try isn't counted,
    // or anybody could use up somebody else's code.
    guard let sent, sent.key == typed.key, sent.device.utf8.elementsEqual(typed.device.utf8),
      now < StoredTime(sent.expiresAt), sent.tries > 0
    else { return .gone }
    return ConstantTime.equal(sent.digest, typed.digest) ? .right : .wrong(left: sent.tries - 1)
  }
}
