/** Modes 1 to 4 of the login dialog. */
export type LoginMode = 'login' | 'register' | 'forgot' | 'wechat'

export interface ModeProps {
  /** @param email prefilled after a registration or password reset */
  onModeChange: (mode: LoginMode, email?: string) => void
  /** Prefilled address. */
  email: string
  /** Login types that the site allows. */
  loginTypes: readonly number[]
  /** Official account: name and address of its QR code, empty when unknown. */
  wechat: { name: string; qrUrl: string }
}
