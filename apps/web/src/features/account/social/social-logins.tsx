import { useId, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { hasCallWaiting } from '#lib/api/login-again.ts'
import { showToast } from '#lib/toasts.ts'
import { SocialGlyph } from './social-glyph.tsx'
import { beginSocialLogin, SOCIAL_LOGINS, type SocialSource } from './social-login.ts'
import styles from './social-logins.module.css'

export interface SocialLoginsProps {
  /** Numbers of the site's `loginTypeList`. */
  loginTypes: readonly number[]
  onWechat: () => void
}

/** Buttons of the providers that the site allows; nothing without any. */
export function SocialLogins({ loginTypes, onWechat }: SocialLoginsProps) {
  const { isBusy, begin } = useSocialLogin()
  const titleId = useId()
  // The dialog is open over something that is being written.
  const [isOverWork] = useState(hasCallWaiting)
  const offered = SOCIAL_LOGINS.filter(({ type }) => loginTypes.includes(type))
  if (offered.length === 0) return null
  return (
    <div className={styles.root}>
      <p className={styles.title} id={titleId}>
        其他登录方式
      </p>
      <ul className={styles.list} aria-labelledby={titleId}>
        {offered.map(({ name, label }) => (
          <li key={name}>
            <button
              type="button"
              className={styles.button}
              aria-label={`使用 ${label} 登录`}
              title={label}
              aria-disabled={isBusy || undefined}
              onClick={() => (name === 'wechat' ? onWechat() : begin(name))}
            >
              <SocialGlyph name={name} sizePx={20} />
            </button>
          </li>
        ))}
      </ul>
      {isOverWork && offered.some(({ name }) => name !== 'wechat') && (
        <p className={styles.warning}>前往其他网站登录会离开本页，正在填写的内容可能丢失</p>
      )}
    </div>
  )
}

function useSocialLogin() {
  const api = useApi()
  const place = useLocation()
  const [isBusy, setIsBusy] = useState(false)
  const begin = async (source: SocialSource) => {
    if (isBusy) return
    setIsBusy(true)
    try {
      // The tab is leaving for the provider; until then a second press is ignored.
      await beginSocialLogin(api, source, place)
    } catch (reason) {
      setIsBusy(false)
      if (!(reason instanceof ApiError)) showToast('error', '暂时不能前往登录，请稍后重试')
    }
  }
  return { isBusy, begin: (source: SocialSource) => void begin(source) }
}
