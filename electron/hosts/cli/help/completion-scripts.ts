// Completion for four shells. Each script only asks `misfire complete` for candidates: what there is to complete is known in one place.

const bash = `# bash completion for misfire
_misfire() {
  local one line="\${COMP_LINE:0:COMP_POINT}"
  COMPREPLY=()
  while IFS= read -r one; do COMPREPLY+=("$one"); done < <(misfire complete --bash "$line" 2>/dev/null)
  # Bash takes what follows an @ for the name of a host.
  if [[ "\${#COMPREPLY[@]}" -eq 0 && "\${line##*[[:space:]]}" == *=@* ]]; then
    while IFS= read -r one; do
      [[ -d "$one" ]] && one+="/"
      printf -v one %q "$one"
      COMPREPLY+=("@$one")
    done < <(compgen -f -- "\${line##*=@}")
  fi
  [[ "\${#COMPREPLY[@]}" -eq 1 && "\${COMPREPLY[0]}" == *[:=/] ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -o default -F _misfire misfire
`;

const zsh = `#compdef misfire
_misfire() {
  local -a lines plain ending
  local line value about
  lines=("\${(@f)$(misfire complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
  for line in $lines; do
    [[ -z "$line" ]] && continue
    value="\${line%%$'\\t'*}"
    about="\${line#*$'\\t'}"
    [[ "$about" == "$line" ]] && about=""
    if [[ "$value" == *[:=] ]]; then ending+=("\${value//:/\\\\:}:$about"); else plain+=("\${value//:/\\\\:}:$about"); fi
  done
  if (( $#plain + $#ending == 0 )); then
    compset -P '*=@' || compset -P '*='
    _files
    return
  fi
  (( $#plain )) && _describe 'misfire' plain
  (( $#ending )) && _describe 'argument' ending -S ''
}
if [ "$funcstack[1]" = "_misfire" ]; then _misfire "$@"; else compdef _misfire misfire; fi
`;

const fish = `# fish completion for misfire
function __misfire_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l plain (string unescape -- $current; or string trim -l -c '"\\'' -- $current)
  set -l found (misfire complete -- $words[2..-1] "$plain" 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
    return
  end
  # Only where nothing is known: names of files, also after name= and name=@.
  set -l head (string match -r '^[^=]*=@?' -- $plain)
  set -l rest (string replace -r '^[^=]*=@?' '' -- $plain)
  for path in (__fish_complete_path "$rest")
    echo "$head$path"
  end
end
complete -c misfire -f -a '(__misfire_complete)'
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
    $text = if ($value -match '[^\\w@%+=:,./\\-]') { "'" + $value.Replace("'", "''") + "'" } else { $value }
    [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $about)
  }
}
`;

const scripts = { bash, zsh, fish, powershell } as const;
export const shells = Object.keys(scripts);

/** null: no such shell. */
export const completionScript = (shell: string): string | null =>
  Object.hasOwn(scripts, shell) ? scripts[shell as keyof typeof scripts] : null;
