import { Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, proof, sentence } from '../shapes.ts'
import { LoginAnswer } from './users.ts'

/**
 * Longer passwords are refused before hashing. New ones have no minimum here: upstream checks `password-rule.ts` and explains the
 * refusal to the user.
 */
const password = Type.String({ minLength: 1, maxLength: 256 })
const email = Type.String({ minLength: 1, maxLength: 254 })
const code = Type.String({ minLength: 1, maxLength: 16 })

export const emailLogin = defineCall('POST /oauth/emailLogin', {
  access: 'public',
  summary: 'Logs in with account name or e-mail address and password',
  body: Type.Object({ email, password, proof }),
  data: LoginAnswer,
  carriesToken: true,
  rateLimited: true,
})

export const emailRegister = defineCall('POST /oauth/emailRegister', {
  access: 'public',
  summary: 'Creates an account with an e-mailed code; does not log in',
  body: Type.Object({ email, nickname: Type.String({ minLength: 1, maxLength: 64 }), password, code, proof }),
  data: nothing,
  rateLimited: true,
})

export const forgetPassword = defineCall('PUT /oauth/forgetPassword', {
  access: 'public',
  summary: 'Sets a new password with an e-mailed code',
  body: Type.Object({ email, password, code, proof }),
  data: nothing,
  rateLimited: true,
})

export const sendEmailCode = defineCall('GET /oauth/sendEmailCode', {
  access: 'public',
  summary: 'Mails a 6-digit code, good for 5 minutes and one use',
  changesState: true,
  query: Type.Object({ email }),
  data: nothing,
})

export const renderSocialLogin = defineCall('GET /oauth/render/{source}', {
  access: 'public',
  summary: "The provider's authorise address to navigate to",
  changesState: true,
  params: Type.Object({
    source: Type.Union([Type.Literal('qq'), Type.Literal('gitee'), Type.Literal('weibo'), Type.Literal('github')]),
  }),
  data: Type.String(),
})

export const getWechatLoginCode = defineCall('GET /oauth/wechatLoginCode', {
  access: 'public',
  summary: 'A code to send to the official account, good for 60 s',
  changesState: true,
  data: Type.String(),
})

export const isWechatLoggedIn = defineCall('GET /oauth/wechat/is_login', {
  access: 'public',
  summary: 'Whether the code was sent; code 400 while it was not',
  changesState: true,
  query: Type.Object({ loginCode: Type.String({ minLength: 1, maxLength: 32 }) }),
  data: LoginAnswer,
  carriesToken: true,
})

export const logout = defineCall('GET /logout', {
  access: 'public',
  summary: 'Invalidates the token',
  changesState: true,
  data: sentence,
})

const sourceParams = Type.Object({ source: Type.String({ pattern: '^[a-z]{2,16}$' }) })

export const returnFromProvider = defineCall('GET /oauth/callback/{source}', {
  access: 'public',
  summary: 'Where a social-login provider sends the browser back; answers a redirect to `/?token=…`',
  params: sourceParams,
  query: Type.Object({
    code: Type.Optional(Type.String({ maxLength: 2000 })),
    state: Type.Optional(Type.String({ maxLength: 200 })),
    error: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  data: Type.Unknown(),
  reachedBy: 'provider',
})

const wechatSignature = Type.Object({
  signature: Type.Optional(Type.String()),
  timestamp: Type.Optional(Type.String()),
  nonce: Type.Optional(Type.String()),
  echostr: Type.Optional(Type.String()),
})

export const checkWechatSignature = defineCall('GET /wechat', {
  access: 'public',
  summary: "The official account platform's signature check; plain text",
  query: wechatSignature,
  data: Type.Unknown(),
  reachedBy: 'platform',
})

export const receiveWechatMessage = defineCall('POST /wechat', {
  access: 'public',
  summary: 'A message to the official account; XML in and out',
  query: wechatSignature,
  data: Type.Unknown(),
  reachedBy: 'platform',
})

export const loginCalls = [
  emailLogin,
  emailRegister,
  forgetPassword,
  sendEmailCode,
  renderSocialLogin,
  getWechatLoginCode,
  isWechatLoggedIn,
  logout,
  returnFromProvider,
  checkWechatSignature,
  receiveWechatMessage,
] as const
