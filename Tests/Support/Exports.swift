// SPDX-License-Identifier: Apache-2.0

// The modules that almost every test uses.
@_exported public import CoatcheckJOSE
@_exported public import CoatcheckOAuth
@_exported public import Foundation
@_exported public import HTTPTypes
@_exported public import Synchronization
@_exported public import Testing
