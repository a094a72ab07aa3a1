import { DUTIES, DUTY_NAMES, type Duty } from '@portal/contract/accounts/duties.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { Switch } from '#manage/controls/forms/switch.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { useSaving } from '#manage/controls/saving/use-saving.ts'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { Button } from '#ui/forms/button.tsx'
import { DutiesConflict, type StoredDuties } from './duties-conflict.tsx'
import styles from './people.module.css'
import { DUTY_NOTES, type Person } from './people-words.ts'

/** The duties of a person, their time and the owner who gave them; owners change those of others. */
export function DutiesPanel({ person, isOwner }: { person: Person; isOwner: boolean }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const saving = useSaving<StoredDuties>()
  /** Chosen duties that are not saved; `null`: none. They stay when a save fails. */
  const [chosen, setChosen] = useState<readonly Duty[] | null>(null)
  const heldDuties = person.duties.map(({ duty }) => duty)
  const shown = chosen ?? heldDuties
  const isChanged = DUTIES.some((duty) => shown.includes(duty) !== heldDuties.includes(duty))
  const mayChange = isOwner && !person.isSelf && person.state !== 'closing'
  const toggle = (duty: Duty, isOn: boolean) =>
    setChosen(DUTIES.filter((one) => (one === duty ? isOn : shown.includes(one))))
  const save = async (duties: Duty[], version: number) => {
    const input = { params: { id: person.id }, body: { duties, version } }
    const outcome = await saving.save(() => api.call('PUT /v1/manage/users/{id}/duties', input))
    // During a conflict the page stays as it was opened, because it is one side of the comparison.
    if (outcome !== 'saved') return
    showToast('success', '职责已保存')
    await reloadPerson()
  }
  const reloadPerson = async () => {
    saving.dismiss()
    setChosen(null)
    await revalidate()
  }
  return (
    <Panel title="职责" note="可兼任；改动立即生效，并记入操作记录">
      {saving.conflict && (
        <DutiesConflict
          base={heldDuties}
          mine={shown}
          stored={saving.conflict}
          isSaving={saving.isSaving}
          onSave={(duties, version) => void save(duties, version)}
          onBack={saving.dismiss}
          onDiscard={() => void reloadPerson()}
        />
      )}
      {saving.trouble && saving.trouble.kind !== 'failed' && (
        <Note tone="error" isLive>
          {TROUBLE_WORDS[saving.trouble.kind]}
        </Note>
      )}
      <div className={styles.stack} hidden={saving.conflict !== null}>
        {DUTIES.map((duty) => (
          <Switch
            key={duty}
            label={DUTY_NAMES[duty]}
            note={<DutyNote duty={duty} person={person} />}
            isOn={shown.includes(duty)}
            isDisabled={!mayChange || (duty === 'owner' && person.isLastOwner)}
            isChanged={shown.includes(duty) !== heldDuties.includes(duty)}
            onChange={(isOn) => toggle(duty, isOn)}
          />
        ))}
      </div>
      <div className={styles.foot} hidden={saving.conflict !== null}>
        <span className={styles.faint}>{describeLimits(person, isOwner)}</span>
        {mayChange && (
          <span className={styles.line}>
            {isChanged && (
              <Button variant="quiet" onClick={() => setChosen(null)}>
                放弃改动
              </Button>
            )}
            <Button
              disabled={!isChanged}
              isBusy={saving.isSaving}
              busyLabel="保存中"
              onClick={() => void save([...shown], person.version)}
            >
              保存职责
            </Button>
          </span>
        )}
      </div>
    </Panel>
  )
}

/** The API client shows other refusals. */
const TROUBLE_WORDS = {
  ended: '登录已结束，职责没有保存。所选的都还在，登录后再保存',
  refused: '没有通过验证，职责没有保存。所选的都还在',
  offline: '网络不通，职责没有保存。所选的都还在，连上后再保存',
} as const

function describeLimits({ isSelf, isLastOwner }: Person, isOwner: boolean): string {
  if (isSelf) return '不能改动自己的职责，请由另一位负责人操作'
  if (!isOwner) return '职责由负责人改动'
  return isLastOwner ? '最后一位能登录的负责人，不能撤职或停用' : '保存时需再次验证'
}

function DutyNote({ duty, person }: { duty: Duty; person: Person }) {
  const heldDuty = person.duties.find((one) => one.duty === duty)
  if (!heldDuty) return DUTY_NOTES[duty]
  return `${DUTY_NOTES[duty]}　${formatShortTime(heldDuty.since)} 起${heldDuty.byName ? `，${heldDuty.byName} 授予` : ''}`
}
