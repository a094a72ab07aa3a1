import { ImageUp } from '@lucide/icons'
import { type ChangeEvent, useRef, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import field from '#manage/controls/forms/field.module.css'
import { FieldGroup } from '#manage/controls/forms/field.tsx'
import { Mark } from '#ui/figures/mark.tsx'
import { Button } from '#ui/forms/button.tsx'
import hidden from '#ui/visually-hidden.module.css'
import styles from './brand-tab.module.css'
import { useSiteForm } from './site-form.ts'
import { MEMBERS } from './site-members.ts'
import { TextField } from './text-field.tsx'

const GROUNDS = [
  ['light', '浅色底'],
  ['dark', '深色底'],
] as const

/** The tab 品牌. */
export function BrandTab() {
  return (
    <FieldGroup
      title="品牌"
      note="PNG 重新编码，SVG 只留下图形与颜色；含脚本、文字、样式表或外部内容的不接受，并说明原因"
    >
      <TextField name="name" isWide />
      <PictureField name="logo" hint="正方形，四周不留白；不上传则用自带的宝石图形" />
      <PictureField name="seal" hint="显示在证书页上作装饰，不能代替签章；不上传则用自带的图形" />
    </FieldGroup>
  )
}

/** The built-in picture, shown while none is uploaded. */
function BuiltIn({ name }: { name: 'logo' | 'seal' }) {
  return name === 'logo' ? <Mark className={styles.mark} label="自带的标志" /> : '自带'
}

function PictureField({ name, hint }: { name: 'logo' | 'seal'; hint: string }) {
  const { edit, onFocus, mayEdit } = useSiteForm()
  const api = useApi()
  const [fault, setFault] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { isBusy, run } = useBusy((reason) =>
    setFault(reason instanceof ApiError ? reason.message : '网络不通，没有上传，请重试'),
  )
  const { label, place } = MEMBERS[name]
  const address = edit.values[name]
  const isChanged = edit.changed.includes(name)
  const handleFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (!file) return
    setFault('')
    onFocus(name)
    void run(async () => {
      const body = new FormData()
      body.append('multipartFile', file)
      edit.change({ [name]: await api.call('POST /v1/manage/site/picture', { body, quiet: true }) })
    })
  }
  return (
    <div className={styles.root} data-changed={isChanged || undefined}>
      <div className={styles.head}>
        <b>{label}</b>
        {isChanged && <span className={field.changed}>已改，未保存</span>}
        <span className={styles.place}>{place}</span>
      </div>
      <div className={styles.pictures}>
        {GROUNDS.map(([ground, words]) => (
          <span key={ground} className={styles[ground]}>
            {address ? <img src={address} alt={`${label}，${words}`} /> : <BuiltIn name={name} />}
          </span>
        ))}
      </div>
      <input
        ref={input}
        className={hidden.root}
        type="file"
        accept="image/png,image/svg+xml"
        tabIndex={-1}
        aria-label={`上传${label}`}
        onChange={handleFile}
      />
      {mayEdit && (
        <div className={styles.buttons}>
          <Button
            variant="outline"
            icon={ImageUp}
            isBusy={isBusy}
            busyLabel="上传中"
            onClick={() => input.current?.click()}
          >
            上传 PNG 或 SVG
          </Button>
          {address && (
            <Button variant="quiet" onClick={() => edit.change({ [name]: null })}>
              用自带的
            </Button>
          )}
        </div>
      )}
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <p className={styles.hint}>{hint}</p>
    </div>
  )
}
