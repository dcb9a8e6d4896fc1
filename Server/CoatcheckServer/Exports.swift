// SPDX-License-Identifier: Apache-2.0

// The types that a program needs to embed the server. The author of a store also imports CoatcheckIssuer
// and CoatcheckAccounts.

@_exported public import protocol CoatcheckAccounts.AdministrationStore
@_exported public import struct CoatcheckAccounts.Password
@_exported public import struct CoatcheckAccounts.PasswordHash
@_exported public import class CoatcheckAccounts.PasswordHasher
@_exported public import struct CoatcheckAccounts.User
@_exported public import struct CoatcheckAccounts.UserName
@_exported public import enum CoatcheckAccounts.UserSaveOutcome
@_exported public import protocol CoatcheckAccounts.UserStore
@_exported public import enum CoatcheckIssuer.ConsentPolicy
@_exported public import protocol CoatcheckIssuer.IssuerStore
@_exported public import struct CoatcheckIssuer.IssuerSettings
@_exported public import struct CoatcheckIssuer.KeyRotation
@_exported public import struct CoatcheckIssuer.MasterKey
@_exported public import struct CoatcheckIssuer.RegisteredClient
@_exported public import struct CoatcheckIssuer.Sealer
@_exported public import class CoatcheckIssuer.SigningKeys
@_exported public import struct CoatcheckIssuer.TokenDigest
@_exported public import struct CoatcheckJOSE.JSONObject
@_exported public import enum CoatcheckJOSE.JSONValue
@_exported public import struct CoatcheckOAuth.Issuer
@_exported public import struct CoatcheckOAuth.RuntimeEnvironment
@_exported public import struct CoatcheckOAuth.Secret
