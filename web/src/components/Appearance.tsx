import { Settings2 } from 'lucide-react'

import { useTheme } from '@/hooks/useTheme'
import { chooseTheme, type Theme } from '@/lib/theme'
import { chooseLanguage, language, t, type Language } from '@/text/t'
import { Menu, MenuChoice, MenuLine } from '@/ui/Menu'

const THEMES: Theme[] = ['system', 'light', 'dark']
const LANGUAGES: Language[] = ['en', 'zh']

/** Theme and language. */
export function Appearance() {
  const theme = useTheme()
  return (
    <Menu
      label={t('nav.settings')}
      trigger={(attributes) => (
        <button
          type="button"
          {...attributes}
          className="flex h-8 items-center gap-2 rounded-md px-2 text-sm text-ink-2 hover:bg-hover hover:text-ink"
        >
          <Settings2 className="size-4" />
          {t('nav.settings')}
        </button>
      )}
    >
      <MenuChoice
        label={t('theme.label')}
        value={theme}
        options={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
        onChoose={(value) => chooseTheme(THEMES.find((one) => one === value) ?? 'system')}
      />
      <MenuLine />
      <MenuChoice
        label={t('language.label')}
        value={language()}
        options={LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
        onChoose={(value) => void chooseLanguage(value === 'zh' ? 'zh' : 'en')}
      />
    </Menu>
  )
}
