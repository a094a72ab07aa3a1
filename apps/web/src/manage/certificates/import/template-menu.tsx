import { ChevronDown, Download } from '@lucide/icons'
import { Menu, MenuButton } from '#manage/controls/layout/menu.tsx'
import { Icon } from '#ui/icon.tsx'

function download(path: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}

/** Downloads template files with the headings of an import. */
export function TemplateMenu() {
  return (
    <Menu
      label={
        <>
          <Icon of={Download} sizePx={16} />
          模板
          <Icon of={ChevronDown} sizePx={14} />
        </>
      }
    >
      <MenuButton onClick={() => download('/v1/manage/certificates/imports/templateXlsx')}>
        Excel 工作簿，各格为文本（XLSX）
      </MenuButton>
      <MenuButton onClick={() => download('/v1/manage/certificates/imports/template')}>文本表格（CSV）</MenuButton>
    </Menu>
  )
}
