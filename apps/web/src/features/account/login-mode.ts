/** Modes 1 to 4 of the login dialog. */
export type LoginMode = 'login' | 'register' | 'forgot' | 'wechat'

export interface ModeProps {
  onModeChange: (mode: LoginMode) => void
  /** Numbers of the login types that the site allows. */
  loginTypes: readonly number[]
  /** The official account: its name and the address of its QR code, each empty where the site does not say it. */
  wechat: { name: string; qrUrl: string }
}
