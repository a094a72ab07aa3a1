/** Modes of the login dialog; mode 4, WeChat, comes with the social logins. */
export type LoginMode = 'login' | 'register' | 'forgot'

export interface ModeProps {
  onModeChange: (mode: LoginMode) => void
}
