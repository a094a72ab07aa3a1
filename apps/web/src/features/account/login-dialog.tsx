import { type ComponentType, type MouseEvent, useId, useState } from 'react'
import { closeDialog } from '#lib/dialogs.ts'
import { Brand } from '#ui/brand.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { SpectrumBars } from '#ui/figures/spectrum.tsx'
import type { LoginMode, ModeProps } from './account-form.tsx'
import styles from './login-dialog.module.css'
import { LoginForm, RegisterForm, ResetForm } from './login-forms.tsx'
import { WechatLogin } from './social/wechat-login.tsx'

const MODES: Record<LoginMode, { title: string; Form: ComponentType<ModeProps> }> = {
  login: { title: '账号密码登录', Form: LoginForm },
  register: { title: '邮箱注册', Form: RegisterForm },
  forgot: { title: '忘记密码', Form: ResetForm },
  wechat: { title: '微信扫码登录', Form: WechatLogin },
}

export interface LoginDialogProps extends Omit<ModeProps, 'onModeChange' | 'email'> {
  /** The organisation's name in two lines. */
  mark: { head: string; rest: string }
}

/**
 * Login, registration, password reset and WeChat, starting in mode 1. Each mode has a form of its own, so a change of
 * mode clears the input and stops a countdown; only the e-mail address of a registration or reset is passed on. A click
 * outside does not close the dialog.
 */
export function LoginDialog({ mark, ...site }: LoginDialogProps) {
  const [{ mode, email }, setMode] = useState<{ mode: LoginMode; email: string }>({ mode: 'login', email: '' })
  const titleId = useId()
  const { title, Form } = MODES[mode]
  return (
    <Dialog labelledBy={titleId} className={styles.root} onClose={() => closeDialog('login')}>
      <div className={styles.side}>
        <Brand {...mark} />
        <Drawing name="round-brilliant" className={styles.drawing} />
        <p className={styles.slogan}>
          登录后可收藏、评论，
          <br />
          并收发私信
        </p>
        <p className={styles.small}>查询证书无需登录。</p>
        <SpectrumBars stone="zircon" className={styles.bars} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is */}
      <div className={styles.form} onMouseDown={keepFocus}>
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        <Form {...site} email={email} onModeChange={(mode, email = '') => setMode({ mode, email })} />
      </div>
    </Dialog>
  )
}

/**
 * Keeps the focus in the field when a button is pressed: validation on blur would show a message that moves the button
 * away from the pointer, and the click would be lost.
 */
function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('button')) event.preventDefault()
}
