// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A certificate.
public final class SecCertificate: NSObject {
  let der: Data

  init(_ der: Data) { self.der = der }
}

/// The certificates that a server has shown, and what the system thinks of them. A test makes one.
public final class SecTrust: NSObject, @unchecked Sendable {
  let chain: [SecCertificate]
  private let isTrustedBySystem: Bool
  private var anchors: [SecCertificate]?
  private var usesAnchorsOnly = false

  /// What a server has shown, the server's own certificate first.
  ///
  /// - Parameters:
  ///   - chain: The certificates.
  ///   - isTrustedBySystem: Whether an authority of the system vouches for them.
  public init(chain: [Data], isTrustedBySystem: Bool) {
    self.chain = chain.map(SecCertificate.init)
    self.isTrustedBySystem = isTrustedBySystem
  }

  func set(anchors: [SecCertificate]?) -> OSStatus {
    self.anchors = anchors
    // "Using this function disables trusting any anchors other than the ones in the array".
    usesAnchorsOnly = anchors != nil
    return errSecSuccess
  }

  func set(anchorsOnly: Bool) -> OSStatus {
    usesAnchorsOnly = anchorsOnly
    return errSecSuccess
  }

  var isTrusted: Bool {
    let isOwn = anchors?.contains { anchor in chain.contains { $0.der == anchor.der } } ?? false
    return isOwn || !usesAnchorsOnly && isTrustedBySystem
  }
}

/// Makes a certificate of its DER form; nil for what is no certificate.
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData)
  -> SecCertificate?
{
  let der = data as Data
  return der.first == 0x30 ? SecCertificate(der) : nil
}

/// The DER form of a certificate.
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
  certificate.der as NSData
}

/// Sets the certificates that are trusted.
@discardableResult
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchors: CFArray?) -> OSStatus {
  trust.set(anchors: anchors as? [SecCertificate])
}

/// Says whether only those are trusted.
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ only: Bool) -> OSStatus {
  trust.set(anchorsOnly: only)
}

/// Whether the server is trusted.
@discardableResult
public func SecTrustEvaluateWithError(
  _ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?
) -> Bool {
  if !trust.isTrusted { error?.pointee = CFError(-67843) }
  return trust.isTrusted
}

/// The certificates, the server's own first.
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
  trust.chain as NSArray
}
