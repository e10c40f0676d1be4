% SPDX-License-Identifier: MIT
% SPDX-FileCopyrightText: 2026 The Farkas authors

% Tests of two oriented boxes in GNU Octave: what Bai et al. 2015 compare, in an interpreter, as theirs is (Matlab R2010b).
%
%     octave-cli --norc --quiet boxes.m FILE ROUNDS
%
% FILE has doubles: for each case the number of its steps, the box that rests, and the other box in each step; a box is its centre, its
% three axes and its half sizes. A case ends at the first step in which a test says that they meet. For each test a line of JSON: the step,
% from 0 on, and the least time of ROUNDS; without ROUNDS no time. As in the paper, a box is a rotation matrix, whose rows are its
% axes, and two vectors; those that effective constraints take, U1 and U2, are made before the clock starts.

1; % a script

function box = make_box(v)
  box.c = v(1:3);
  box.P = reshape(v(4:12), 3, 3)';
  box.h = v(13:15);
  box.U1 = box.h + box.P * box.c;
  box.U2 = box.h - box.P * box.c;
end

% ---- Separating axes

function r = is_separating(a, b, d, l)
  r = abs(dot(d, l)) > dot(a.h, abs(a.P * l)) + dot(b.h, abs(b.P * l));
end

% All 15 axes, products by the library's function.
function meets = sat_cross(a, b)
  meets = true;
  d = b.c - a.c;
  for i = 1:3
    if is_separating(a, b, d, a.P(i, :)'), meets = false; end
    if is_separating(a, b, d, b.P(i, :)'), meets = false; end
    for j = 1:3
      if is_separating(a, b, d, cross(a.P(i, :)', b.P(j, :)')), meets = false; end
    end
  end
end

% All 15 axes, products written out.
function meets = sat_inline(a, b)
  meets = true;
  d = b.c - a.c;
  for i = 1:3
    u = a.P(i, :)';
    if is_separating(a, b, d, u), meets = false; end
    if is_separating(a, b, d, b.P(i, :)'), meets = false; end
    for j = 1:3
      v = b.P(j, :)';
      l = [u(2) * v(3) - u(3) * v(2); u(3) * v(1) - u(1) * v(3); u(1) * v(2) - u(2) * v(1)];
      if is_separating(a, b, d, l), meets = false; end
    end
  end
end

% The textbook's formulas in the frame of a, in whole matrices: all 15 axes at once.
function meets = sat_matrix(a, b)
  R = a.P * b.P';
  S = abs(R);
  t = a.P * (b.c - a.c);
  next = [2 3 1]; last = [3 1 2];
  far = [abs(t) > a.h + S * b.h; abs(R' * t) > S' * a.h + b.h];
  reach = a.h(next) .* S(last, :) + a.h(last) .* S(next, :) + S(:, last) .* b.h(next)' + S(:, next) .* b.h(last)';
  meets = !any(far) && !any((abs(t(last) .* R(next, :) - t(next) .* R(last, :)) > reach)(:));
end

% As sat_inline, up to the first axis that separates: faces first.
function meets = sat_early(a, b)
  meets = false;
  d = b.c - a.c;
  for i = 1:3
    if is_separating(a, b, d, a.P(i, :)'), return, end
    if is_separating(a, b, d, b.P(i, :)'), return, end
  end
  for i = 1:3
    u = a.P(i, :)';
    for j = 1:3
      v = b.P(j, :)';
      l = [u(2) * v(3) - u(3) * v(2); u(3) * v(1) - u(1) * v(3); u(1) * v(2) - u(2) * v(1)];
      if is_separating(a, b, d, l), return, end
    end
  end
  meets = true;
end

% The six faces, all of them.
function meets = sat6(a, b)
  meets = true;
  d = b.c - a.c;
  for i = 1:3
    if is_separating(a, b, d, a.P(i, :)'), meets = false; end
    if is_separating(a, b, d, b.P(i, :)'), meets = false; end
  end
end

% Our reading of the five axes of Chang, Wang and Kim (boxes_plain.c), all of them: how far the centre of the other box is beyond the faces
% tells which.
function meets = sat5(a, b)
  meets = true;
  d = b.c - a.c;
  [~, i] = sort(abs(a.P * d) - a.h, "descend");
  [~, j] = sort(abs(b.P * d) - b.h, "descend");
  if is_separating(a, b, d, a.P(i(1), :)'), meets = false; end
  if is_separating(a, b, d, b.P(j(1), :)'), meets = false; end
  for k = [3 3 2; 3 2 3]
    u = a.P(i(k(1)), :)';
    v = b.P(j(k(2)), :)';
    l = [u(2) * v(3) - u(3) * v(2); u(3) * v(1) - u(1) * v(3); u(1) * v(2) - u(2) * v(1)];
    if is_separating(a, b, d, l), meets = false; end
  end
end

% ---- Effective constraints

% The rows of both boxes in the frame of a, right-hand sides made right.
function A = make_rows(a, b)
  P = b.P * a.P';
  s = b.P * a.c;
  A = [eye(3), a.h; -eye(3), a.h; P, b.U1 - s; -P, b.U2 + s];
end

% The rows that may be taken: of those with a positive and a negative first element the fewer.
function rows = rows_to_take(A)
  rows = find(A(:, 1) > 0);
  negative = find(A(:, 1) < 0);
  if numel(negative) < numel(rows), rows = negative; end
end

% Row i and the first variable are eliminated; empty when a row is left that cannot hold.
function B = reduce(A, i)
  row = A(i, :) / A(i, 1);
  B = A;
  B(i, :) = [];
  B = B(:, 2:end) - B(:, 1) * row(2:end);
  if any(B(:, end) < 0 & all(B(:, 1:end-1) == 0, 2)), B = []; end
end

% Gauss1, Gauss2 and Gauss3: the first row that is not refuted at once is kept.
function A = gauss(A)
  for i = rows_to_take(A)'
    B = reduce(A, i);
    if !isempty(B), A = B; return, end
  end
  A = [];
end

function meets = ec_paper(a, b)
  A = gauss(make_rows(a, b));
  if !isempty(A), A = gauss(A); end
  if !isempty(A), A = gauss(A); end
  meets = !isempty(A);
end

% With the way back.
function meets = search_rows(A)
  meets = true;
  for i = rows_to_take(A)'
    B = reduce(A, i);
    if !isempty(B) && (columns(B) == 1 || search_rows(B)), return, end
  end
  meets = false;
end

function meets = ec(a, b)
  meets = search_rows(make_rows(a, b));
end

% ---- Cases

function step = find_step(test, rest, box)
  for step = 1:numel(box)
    if test(box{step}, rest), step -= 1; return, end
  end
  step = numel(box);
end

function [rest, box] = read_cases(path)
  file = fopen(path, "rb");
  v = fread(file, Inf, "double");
  fclose(file);
  at = 1; n = 0;
  while at < numel(v)
    n += 1;
    steps = v(at);
    rest{n} = make_box(v(at + 1:at + 15));
    for k = 1:steps
      box{n}{k} = make_box(v(at + 1 + 15 * k:at + 15 + 15 * k));
    end
    at += 1 + 15 * (steps + 1);
  end
end

arguments = argv();
rounds = str2double(arguments{end});
[rest, box] = read_cases(arguments{end - 1});
tests = {"sat_cross", "sat_inline", "sat_matrix", "sat_early", "sat6", "sat5", "ec_paper", "ec"};
for t = 1:numel(tests)
  test = str2func(tests{t});
  step = zeros(1, numel(rest)); seconds = Inf(1, numel(rest));
  for n = 1:numel(rest)
    step(n) = find_step(test, rest{n}, box{n});
    for k = 1:rounds
      begin = tic;
      find_step(test, rest{n}, box{n});
      seconds(n) = min(seconds(n), toc(begin));
    end
  end
  printf('{"test":"%s","octave":"%s","step":[%s]', tests{t}, version(), strjoin(cellstr(num2str(step', "%d"))', ","));
  if rounds > 0
    printf(',"seconds":[%s]', strjoin(arrayfun(@(x) sprintf("%.9g", x), seconds, "UniformOutput", false), ","));
  end
  printf("}\n");
end
