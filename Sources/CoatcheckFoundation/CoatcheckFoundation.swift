// SPDX-License-Identifier: Apache-2.0

// The part of Foundation that the library uses. On Linux it is a module of its own, without the networking, the XML
// and the Unicode tables of the whole, which make a program 40 MB larger.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
