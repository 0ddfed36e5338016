// Completion for four shells. Each script only asks `misfire complete` for candidates: what there is to complete is known in one place.

const bash = `# bash completion for misfire
_misfire() {
  local line="\${COMP_LINE:0:COMP_POINT}" cur head words
  read -ra words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
  cur="\${words[\${#words[@]}-1]}"
  local IFS=$'\\n'
  COMPREPLY=($(misfire complete -- "\${words[@]:1}" 2>/dev/null | cut -f1))
  # What stands before the last colon or equals sign is already on the line.
  head="\${cur%"\${cur##*[:=]}"}"
  [[ -n "$head" ]] && COMPREPLY=("\${COMPREPLY[@]#"$head"}")
  [[ "\${#COMPREPLY[@]}" -eq 1 && "\${COMPREPLY[0]}" == *= ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -o default -F _misfire misfire
`;

const zsh = `#compdef misfire
_misfire() {
  local -a lines plain ending
  local line value about
  lines=("\${(@f)$(misfire complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    [[ -z "$line" ]] && continue
    value="\${line%%$'\\t'*}"
    about="\${line#*$'\\t'}"
    [[ "$about" == "$line" ]] && about=""
    if [[ "$value" == *= ]]; then ending+=("\${value//:/\\\\:}:$about"); else plain+=("\${value//:/\\\\:}:$about"); fi
  done
  if (( $#plain + $#ending == 0 )); then _files; return; fi
  (( $#plain )) && _describe 'misfire' plain
  (( $#ending )) && _describe 'argument' ending -S ''
}
if [ "$funcstack[1]" = "_misfire" ]; then _misfire "$@"; else compdef _misfire misfire; fi
`;

const fish = `# fish completion for misfire
function __misfire_complete
  set -l words (commandline -opc) (commandline -ct)
  misfire complete -- $words[2..-1] 2>/dev/null
end
complete -c misfire -a '(__misfire_complete)'
`;

const powershell = `# PowerShell completion for misfire
Register-ArgumentCompleter -Native -CommandName misfire -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.Extent.Text.Trim('"', "'") })
  $flags = @()
  if ($wordToComplete -eq '') { $flags = @('--new') }
  misfire complete @flags -- @words 2>$null | ForEach-Object {
    $value, $about = $_ -split "\`t", 2
    if (-not $about) { $about = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
  }
}
`;

const scripts = { bash, zsh, fish, powershell } as const;
export const shells = Object.keys(scripts);

/** null: no such shell. */
export const completionScript = (shell: string): string | null =>
  Object.hasOwn(scripts, shell) ? scripts[shell as keyof typeof scripts] : null;
