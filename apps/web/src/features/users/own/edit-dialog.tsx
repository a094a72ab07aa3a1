import type { BodyFor } from '@portal/contract/calls.ts'
import { carriesToken } from '@portal/contract/paths/addresses.ts'
import { type FormEvent, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { countChars } from '#lib/feedback.ts'
import { announceSession, setUser, type UserInfo, useSession } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { useCheckedDraft } from '#lib/use-checked-draft.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { TextArea } from '#ui/forms/text-area.tsx'
import shared from '#ui/shared.module.css'
import styles from './edit-dialog.module.css'
import { PictureField } from './picture-field.tsx'

export interface EditDialogProps {
  profile: UserInfo
  onSaved: () => void
  onClose: () => void
}

/** Dialog that edits the profile. Pictures are uploaded at once, and used when the profile is saved. */
export function EditDialog({ profile, onSaved, onClose }: EditDialogProps) {
  const { draft, isBusy, formRef, handleSubmit, change, field } = useProfileForm(profile, () => {
    onSaved()
    onClose()
  })
  const [uploads, setUploads] = useState(0)
  const countUpload = (isUploading: boolean) => setUploads((before) => before + (isUploading ? 1 : -1))
  return (
    <Dialog title="编辑资料" titleClass={styles.title} className={styles.root} onClose={onClose}>
      <form className={shared.stack4} ref={formRef} noValidate onSubmit={handleSubmit}>
        <div className={styles.pictures}>
          <PictureField
            label="头像"
            shape="portrait"
            name={draft.nickname}
            url={draft.avatar}
            onChange={(avatar) => change({ avatar })}
            onBusy={countUpload}
          />
          <PictureField
            label="封面"
            shape="cover"
            name={draft.nickname}
            url={draft.bjCover}
            onChange={(bjCover) => change({ bjCover })}
            onBusy={countUpload}
          />
        </div>
        <p className={styles.hint}>图片为 JPG、PNG、GIF 或 WebP，每张不超过 10 MB</p>
        <Field {...field('nickname')} label="昵称" maxLength={NICKNAME_MAX} required autoComplete="nickname" />
        <TextArea
          {...field('intro')}
          label="个人简介"
          rows={3}
          placeholder="一句话介绍自己"
          count={{ now: countChars(draft.intro), max: INTRO_MAX }}
        />
        <Field
          {...field('webSite')}
          label="个人网站"
          type="url"
          inputMode="url"
          maxLength={WEB_SITE_MAX}
          placeholder="https://"
          autoComplete="url"
        />
        <Field
          {...field('email')}
          label="邮箱"
          type="email"
          maxLength={EMAIL_MAX}
          hint="仅自己可见；修改后，登录所用的账号不变"
          autoComplete="email"
        />
        <div className={styles.actions}>
          <Button variant="outline" onClick={onClose}>
            取消
          </Button>
          <Button type="submit" isBusy={isBusy} busyLabel="保存中" disabled={uploads > 0}>
            保存
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Limits of `PUT /v1/user/` (contract, `updateUser`), characters. */
const NICKNAME_MAX = 64
const INTRO_MAX = 255
const WEB_SITE_MAX = 255
const EMAIL_MAX = 254

type Profile = Record<keyof BodyFor<'PUT /v1/user/'>, string>
type Checked = 'nickname' | 'intro' | 'webSite' | 'email'

function toProfile({ nickname, intro, webSite, email, avatar, bjCover }: UserInfo): Profile {
  return {
    nickname: nickname ?? '',
    intro: intro ?? '',
    webSite: webSite ?? '',
    email: email ?? '',
    avatar: avatar ?? '',
    bjCover: bjCover ?? '',
  }
}

function findFaults({ nickname, intro, webSite, email }: Profile): Partial<Record<Checked, string>> {
  return {
    ...(!nickname.trim() && { nickname: '请输入昵称' }),
    ...(countChars(intro) > INTRO_MAX && { intro: `简介超过 ${INTRO_MAX} 字，请缩短` }),
    ...(webSite.trim() && !/^https?:\/\/\S+$/i.test(webSite.trim()) && { webSite: '请填写以 https:// 开头的完整地址' }),
    ...(carriesToken(webSite) && { webSite: '网址中带有登录凭证（token 参数），请去掉后再填写' }),
    ...(email.trim() && !/^\S+@\S+$/.test(email.trim()) && { email: '邮箱格式不正确，请检查' }),
  }
}

/** Collects the changed members, because upstream does not return all members (the e-mail address, for instance). */
function listChanges(now: Profile, before: Profile): Partial<Profile> {
  const names = Object.keys(now) as (keyof Profile)[]
  return Object.fromEntries(
    names.map((name) => [name, now[name].trim()] as const).filter(([name, value]) => value !== before[name]),
  )
}

/** State of the profile's form. The draft survives a failed save. */
function useProfileForm(profile: UserInfo, onDone: () => void) {
  const api = useApi()
  const before = toProfile(profile)
  const form = useCheckedDraft<Checked, Profile>(before, findFaults)
  const { isBusy, run } = useBusy()

  const save = async () => {
    const changes = listChanges(form.draft, before)
    if (Object.keys(changes).length > 0) await api.call('PUT /v1/user/', { body: changes })
    const { user } = useSession.getState()
    if (user) setUser({ ...user, ...changes })
    announceSession()
    showToast('success', '资料已保存')
    onDone()
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && form.check()) void run(save)
  }
  return { ...form, isBusy, handleSubmit }
}
