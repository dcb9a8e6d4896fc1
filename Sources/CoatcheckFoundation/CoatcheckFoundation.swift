// SPDX-License-Identifier: Apache-2.0

// Imports the part of Foundation that the library uses. On Linux this part is the module
// `FoundationEssentials`. The whole of Foundation has networking, XML and Unicode tables, which make a
// program 40 MB larger.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
