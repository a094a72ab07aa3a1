import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import {
  ALWAYS_REQUIRED,
  changeDemand,
  DEMANDS,
  type Demand,
  getDefaultDemand,
  getDemand,
  isAggregate,
  isOnlyOfLooseStones,
} from '@portal/contract/certificates/rules/required-fields.ts'
import { Fragment, useId, useState } from 'react'
import { CategorySwitch } from '#manage/controls/certificates/category-switch.tsx'
import { getFieldLabel, listFormSections } from '#manage/controls/certificates/form-fields.ts'
import { CheckBox } from '#manage/controls/forms/check-box.tsx'
import { FieldGroup } from '#manage/controls/forms/field.tsx'
import styles from './required-fields.module.css'
import { useSiteForm } from './site-form.ts'

const CHOICES = Object.keys(DEMANDS) as Demand[]

/** Which fields a category requires, reminds of or leaves open. */
export function RequiredFields() {
  const { edit } = useSiteForm()
  const [category, setCategory] = useState<CertificateCategory>('gemstone')
  const { error } = edit.getFieldProps('requiredFields')
  return (
    <FieldGroup
      title="必填项目"
      note="必填的未填不能提交；提醒的未填须由制作人说明，批准人会看到。已发布的证书不受影响。修改前要再次验证"
    >
      <div className={styles.root} data-wide data-field="requiredFields">
        <CategorySwitch category={category} onChange={setCategory} />
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">项目</th>
              {CHOICES.map((demand) => (
                <th scope="col" key={demand}>
                  {DEMANDS[demand]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listSections(category).map(({ title, members }) => (
              <Fragment key={title}>
                <tr className={styles.section}>
                  <th scope="rowgroup" colSpan={4}>
                    {title}
                  </th>
                </tr>
                {members.map((member) => (
                  <DemandRow key={`${category} ${member}`} category={category} member={member} />
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </FieldGroup>
  )
}

/** Lists the fields that the form of a category has; birefringence only where it can be measured. */
function listSections(category: CertificateCategory) {
  const sections = listFormSections(category).map(({ title, fields }) => ({
    title,
    members: fields.map(({ member }) => member).filter((member) => member !== '双折射率' || !isAggregate(category, '')),
  }))
  return [...sections.slice(0, -1), { title: '影像', members: ['pictures'] }, ...sections.slice(-1)]
}

function DemandRow({ category, member }: { category: CertificateCategory; member: string }) {
  const { edit } = useSiteForm()
  const id = useId()
  const rules = edit.values.requiredFields ?? []
  const chosen = getDemand(rules, category, member)
  const usual = getDefaultDemand(category, member)
  const isFixed = ALWAYS_REQUIRED.includes(member)
  const isChanged = chosen !== getDemand(edit.base.requiredFields ?? [], category, member)
  const notes = [
    isFixed && '固定：没有它不能发布',
    isOnlyOfLooseStones(category, member) && '只要求裸石',
    chosen !== usual && `默认${DEMANDS[usual]}`,
    isChanged && '已改',
  ].filter((note) => note !== false)
  const choose = (demand: Demand) => {
    const requiredFields = changeDemand(rules, { category, member, demand })
    edit.change({ requiredFields: requiredFields.length > 0 ? requiredFields : null })
  }
  return (
    <tr data-changed={isChanged || undefined}>
      <th scope="row" id={id}>
        {getFieldLabel(member)}
        {notes.length > 0 && <small>{notes.join('　')}</small>}
      </th>
      {CHOICES.map((demand) => (
        <td key={demand}>
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is the child */}
          <label className={styles.pick}>
            <CheckBox
              type="radio"
              name={id}
              aria-label={`${getFieldLabel(member)}：${DEMANDS[demand]}`}
              checked={chosen === demand}
              disabled={isFixed}
              onChange={() => choose(demand)}
            />
          </label>
        </td>
      ))}
    </tr>
  )
}
