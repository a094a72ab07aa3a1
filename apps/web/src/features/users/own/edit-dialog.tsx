import { useState } from 'react'
import { countChars } from '#lib/feedback.ts'
import type { UserInfo } from '#lib/session.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { TextArea } from '#ui/forms/text-area.tsx'
import shared from '#ui/shared.module.css'
import styles from './edit-dialog.module.css'
import { PictureField } from './picture-field.tsx'
import { EMAIL_MAX, INTRO_MAX, NICKNAME_MAX, useProfileForm, WEB_SITE_MAX } from './use-profile-form.ts'

export interface EditDialogProps {
  profile: UserInfo
  onSaved: () => void
  onClose: () => void
}

/** Edits the profile. Pictures are uploaded at once, and used when the profile is saved. */
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
