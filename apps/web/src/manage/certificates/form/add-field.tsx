import { Plus } from '@lucide/icons'
import { findHeading, type Heading } from '@portal/contract/certificates/rules/certificate-row.ts'
import { type KeyboardEvent, useState } from 'react'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './form.module.css'

interface AddFieldProps {
  /** Members that the form already shows. */
  shown: readonly string[]
  onAdd: (member: string) => void
}

/** Adds a field to the certificate: a known one that the category leaves out, or one with a name of its own. */
export function AddField({ shown, onAdd }: AddFieldProps) {
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string>()
  function add(): void {
    const heading = findHeading(name)
    const found = findAddFault(heading, shown)
    setFault(found)
    if (found !== undefined || typeof heading === 'string') return
    onAdd(heading.member)
    setName('')
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (name.trim() !== '') add()
  }
  return (
    <div className={styles.cell} data-width={6}>
      <Field label="添加项目" hint="名称印在证书上，如 拉曼光谱、净度特征" error={fault}>
        <span className={styles.add}>
          <TextInput
            value={name}
            maxLength={40}
            onChange={({ target }) => setName(target.value)}
            onKeyDown={handleKey}
          />
          <Button variant="outline" disabled={name.trim() === ''} onClick={add}>
            <Icon of={Plus} sizePx={16} />
            添加
          </Button>
        </span>
      </Field>
    </div>
  )
}

/** Kinds of known fields that any category may have, and fields with a name of their own. */
const ADDABLE: readonly string[] = ['text', 'number', 'free']

function findAddFault(heading: Heading | string, shown: readonly string[]): string | undefined {
  if (typeof heading === 'string') return heading
  if (shown.includes(heading.member)) return `表单里已有“${heading.title}”`
  return ADDABLE.includes(heading.kind) ? undefined : `“${heading.title}”不在这里填写`
}
