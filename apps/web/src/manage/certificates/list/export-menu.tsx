import { ChevronDown, Download } from '@lucide/icons'
import { useSearchParams } from 'react-router-dom'
import { Menu, MenuButton } from '#manage/controls/layout/menu.tsx'
import { Icon } from '#ui/icon.tsx'
import { buildDeskQuery } from './desk-filter.ts'
import { downloadList, type ListFormat } from './download-list.ts'

/** Downloads all pages of the filtered list. */
export function ExportMenu() {
  const [address] = useSearchParams()
  const download = (format: ListFormat) => void downloadList(format, buildDeskQuery(address))
  return (
    <Menu
      label={
        <>
          <Icon of={Download} sizePx={16} />
          导出
          <Icon of={ChevronDown} sizePx={14} />
        </>
      }
    >
      <MenuButton onClick={() => download('xlsx')}>Excel 工作簿（XLSX）</MenuButton>
      <MenuButton onClick={() => download('csv')}>文本表格（CSV）</MenuButton>
    </Menu>
  )
}
