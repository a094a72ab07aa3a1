import { LOGIN_TYPE } from '@portal/contract/constants.ts'
import { LOGIN_NAMES } from '@portal/contract/site/site-words.ts'
import { FieldGroup } from '#manage/controls/forms/field.tsx'
import { Switch } from '#manage/controls/forms/switch.tsx'
import { useSiteForm } from './site-form.ts'

/** The tab 登录方式. */
export function LoginTab() {
  const { edit, configuredLoginTypes } = useSiteForm()
  const off = edit.values.loginTypesOff ?? []
  const put = (type: number, isOn: boolean) => {
    const next = isOn ? off.filter((other) => other !== type) : [...off, type].sort((a, b) => a - b)
    edit.change({ loginTypesOff: next.length > 0 ? next : null })
  }
  return (
    <FieldGroup title="登录方式" note="关闭后登录窗口不再显示它；已登录的人不受影响。修改前要再次验证">
      {Object.entries(LOGIN_NAMES).map(([key, name]) => {
        const type = Number(key)
        const isConfigured = configuredLoginTypes.includes(type)
        const isAccount = type === LOGIN_TYPE.account
        return (
          <Switch
            key={type}
            label={name}
            note={describeLogin(isAccount, isConfigured)}
            isOn={isConfigured && !off.includes(type)}
            isDisabled={isAccount || !isConfigured}
            isChanged={off.includes(type) !== (edit.base.loginTypesOff ?? []).includes(type)}
            onChange={(isOn) => put(type, isOn)}
          />
        )
      })}
    </FieldGroup>
  )
}

function describeLogin(isAccount: boolean, isConfigured: boolean): string {
  if (isAccount) return '始终提供'
  return isConfigured ? '只用它登录的会员，关闭后要先设置密码才能登录' : '运维人员还没有在服务器上配置'
}
