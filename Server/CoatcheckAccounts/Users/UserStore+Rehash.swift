// SPDX-License-Identifier: Apache-2.0

extension UserStore {
  /// Hashes a password again that was just verified, if the stored hash has another cost than new ones.
  ///
  /// A failure does not affect the sign-in: the next one tries again.
  ///
  /// - Returns: The user with the stored hash.
  package func rehashed(
    _ user: User, with password: Password, by hasher: PasswordHasher
  ) async -> User {
    guard let before = user.passwordHash, before.needsRehash(to: hasher.cost),
      let after = try? await hasher.hash(password),
      (try? await replacePasswordHash(of: user.id, expecting: before, with: after)) == true
    else { return user }
    var stored = user
    stored.passwordHash = after
    return stored
  }
}
