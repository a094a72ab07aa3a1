/** Modes 1 to 4 of the login dialog. */
export type LoginMode = 'login' | 'register' | 'forgot' | 'wechat'

export interface ModeProps {
  /** @param email filled in there: after registering or setting a new password it need not be typed again */
  onModeChange: (mode: LoginMode, email?: string) => void
  /** What to fill in. */
  email: string
  /** Numbers of the login types that the site allows. */
  loginTypes: readonly number[]
  /** The official account: its name and the address of its QR code, each empty where the site does not say it. */
  wechat: { name: string; qrUrl: string }
}
