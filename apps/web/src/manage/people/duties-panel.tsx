import { DUTIES, type Duty } from '@portal/contract/manage/duties.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { Switch } from '#manage/controls/forms/switch.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { DUTY_NAMES } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import styles from './people.module.css'
import { DUTY_NOTES, type Person, shortTime } from './people-words.ts'
import { useAct } from './use-act.ts'

/** Duties with since when and by whom; owners change those of others. */
export function DutiesPanel({ person, isOwner }: { person: Person; isOwner: boolean }) {
  const api = useApi()
  const act = useAct()
  const { isBusy, run } = useBusy()
  /** `null`: as stored. A refused save keeps the choice. */
  const [chosen, setChosen] = useState<readonly Duty[] | null>(null)
  const held = person.duties.map(({ duty }) => duty)
  const shown = chosen ?? held
  const isChanged = DUTIES.some((duty) => shown.includes(duty) !== held.includes(duty))
  const mayChange = isOwner && !person.isSelf && person.state !== 'closing'
  const toggle = (duty: Duty, isOn: boolean) =>
    setChosen(DUTIES.filter((one) => (one === duty ? isOn : shown.includes(one))))
  const save = () =>
    run(async () => {
      const body = { duties: [...shown], version: person.version }
      await act(() => api.call('PUT /v1/manage/users/{id}/duties', { params: { id: person.id }, body }), '职责已保存')
      setChosen(null)
    })
  return (
    <Panel title="职责" note="可兼任；改动立即生效，并记入操作记录">
      <div className={styles.stack}>
        {DUTIES.map((duty) => (
          <Switch
            key={duty}
            label={DUTY_NAMES[duty]}
            note={<DutyNote duty={duty} person={person} />}
            isOn={shown.includes(duty)}
            isDisabled={!mayChange || (duty === 'owner' && person.isLastOwner)}
            isChanged={shown.includes(duty) !== held.includes(duty)}
            onChange={(isOn) => toggle(duty, isOn)}
          />
        ))}
      </div>
      <div className={styles.foot}>
        <span className={styles.faint}>{footWords(person, isOwner)}</span>
        {mayChange && (
          <span className={styles.line}>
            {isChanged && (
              <Button variant="quiet" onClick={() => setChosen(null)}>
                放弃改动
              </Button>
            )}
            <Button disabled={!isChanged} isBusy={isBusy} busyLabel="保存中" onClick={() => void save()}>
              保存职责
            </Button>
          </span>
        )}
      </div>
    </Panel>
  )
}

function footWords({ isSelf, isLastOwner }: Person, isOwner: boolean): string {
  if (isSelf) return '不能改动自己的职责，请由另一位负责人操作'
  if (!isOwner) return '职责由负责人改动'
  return isLastOwner ? '最后一位能登录的负责人，不能撤职或停用' : '保存时需再次验证'
}

function DutyNote({ duty, person }: { duty: Duty; person: Person }) {
  const held = person.duties.find((one) => one.duty === duty)
  if (!held) return DUTY_NOTES[duty]
  return `${DUTY_NOTES[duty]}　${shortTime(held.since)} 起${held.byName ? `，${held.byName} 授予` : ''}`
}
